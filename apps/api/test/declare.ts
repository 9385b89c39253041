import { type DeclareDraft, exchangeSave, exchangeSubmit } from '@cme/contract/credits';
import { ulid } from 'ulid';
import { exchangeKinds } from '../src/sample/exchange/kinds.ts';
import { insertKinds } from '../src/credits/exchange/exchange.store.ts';
import { file } from '../src/person/file/file.tables.ts';
import { setRoles } from '../src/person/identity/user.store.ts';
import { user } from '../src/person/identity/identity.tables.ts';
import { addUnitAdmin, insertUnits } from '../src/person/unit/unit.store.ts';
import { eq } from 'drizzle-orm';
import { type Learner, newLearner } from './learner.ts';
import type { TestApi } from './test-api.ts';

export const insertTestKinds = (api: Pick<TestApi, 'db'>, year = 2026) =>
  insertKinds(
    api.db,
    ['main', 'hospital'].flatMap((site) => exchangeKinds(site, year)),
  );

/** A proof that has passed its check, as a row only. */
export async function newProof(
  { db, clock }: Pick<TestApi, 'db' | 'clock'>,
  { user_id }: { user_id: string },
  siteId = 'main',
  kind: 'proof' | 'cert' | 'id_card' = 'proof',
): Promise<string> {
  const file_id = ulid();
  await db.insert(file).values({
    file_id,
    site_id: siteId,
    user_id,
    kind,
    name: '证明.pdf',
    file_status: 'ready',
    size: 1000,
    format: 'pdf',
    place: file_id,
    created_at: clock.now(),
    touched_at: clock.now(),
  });
  return file_id;
}

/** A unit with members and an administrator. */
export async function newUnit(
  { db, clock }: Pick<TestApi, 'db' | 'clock'>,
  members: readonly Learner[],
  admins: readonly Learner[],
  siteId = 'main',
): Promise<string> {
  const unit_id = ulid();
  await insertUnits(db, [
    {
      unit_id,
      site_id: siteId,
      name: `医院${unit_id}`,
      level: '3',
      area_id: '110105',
      created_at: clock.now(),
    },
  ]);
  for (const { user_id } of members)
    await db.update(user).set({ unit_id, unit_status: 'joined' }).where(eq(user.user_id, user_id));
  for (const { user_id } of admins)
    await addUnitAdmin(db, { unit_id, user_id, given_by: '', given_at: clock.now() });
  return unit_id;
}

export async function newCreditAuditor(api: TestApi): Promise<Learner> {
  const person = await newLearner(api);
  await setRoles(api.db, person.user_id, ['learner', 'credit_auditor']);
  return person;
}

let numbers = 0;
export const newDraft = (
  files: DeclareDraft['files'],
  more: Partial<DeclareDraft> = {},
): DeclareDraft => ({
  year: 2026,
  kind_code: 'meeting',
  activity_name: '围产医学学术年会',
  activity_no: `HY-${(numbers += 1)}`,
  issuer: '省医学会',
  level: 'national',
  role_order: 0,
  start_on: '2026-05-01',
  end_on: '2026-05-03',
  quantity: 1,
  note: '',
  files,
  ...more,
});

/** A declaration that waits for its audit; returns its number. */
export async function handedIn(
  api: TestApi,
  learner: Learner,
  more: Partial<DeclareDraft> = {},
  needs: readonly string[] = more.kind_code === 'training'
    ? ['notice', 'certificate']
    : ['notice', 'unit'],
): Promise<string> {
  const files = [];
  for (const need of needs) files.push({ need, file_id: await newProof(api, learner) });
  const draft = newDraft(files, more);
  const { declare_no } = await api.send(exchangeSave, { request_id: ulid(), draft }, learner);
  await api.send(exchangeSubmit, { declare_no }, learner);
  return declare_no;
}
