import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeclareDraft } from '@cme/contract/credits';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { exchangeLedger } from '../../credits/certificate/issuing/exchange-ledger.ts';
import { auditDeclaration, type Decision } from '../../credits/exchange/audit/audit.action.ts';
import { creditDeclaration, reverseDeclaration } from '../../credits/exchange/credit.job.ts';
import { saveDraft } from '../../credits/exchange/draft.action.ts';
import { insertKinds, type Kind, readKinds } from '../../credits/exchange/exchange.store.ts';
import { submitDeclaration, withdrawDeclaration } from '../../credits/exchange/submit.action.ts';
import { storeFile } from '../../person/file/store-file.action.ts';
import { markKindRead } from '../../person/message/message.store.ts';
import { type SampleDeclaration, sampleDeclarations } from '@cme/sample/exchange/declarations';
import { exchangeKinds } from '../exchange/kinds.ts';
import { sampleId } from '@cme/sample/ids';
import { toMoment } from '@cme/sample/moments';
import { people } from '@cme/sample/people';
import { sites } from '@cme/sample/sites';

type Context = Pick<AppContext, 'settings'>;

const day = 86_400_000;
const hour = 3_600_000;
const proofs = join(import.meta.dirname, '../../../media/proofs');
/** Years with defined kinds. */
const years = [2025, 2026];

const centre = sampleId('user', 'staff');
const otherOfCentre = sampleId('user', 'finance');
const unitAdmin = sampleId('user', 'unit-auditor');

/** Kinds of activities, required before declarations. */
export const insertSampleKinds = (db: Db): Promise<void> =>
  insertKinds(
    db,
    sites.flatMap(({ site_id }) => years.flatMap((year) => exchangeKinds(site_id, year))),
  );

/** Declarations in every state, each step with a plausible time and by the real rules. */
export async function insertSampleDeclarations(context: Context, db: Db, now: Date): Promise<void> {
  for (const declaration of sampleDeclarations) await insertOne(context, db, declaration, now);
  await markKindRead(
    db,
    people.map(({ user_id }) => user_id),
    'credit',
    new Date(now.getTime() - day),
  );
}

function getPerson(key: string) {
  const person = people.find((person) => person.key === key);
  if (!person) throw new Error(`the sample has no person ${key}`);
  return person;
}

async function insertOne(
  context: Context,
  db: Db,
  item: SampleDeclaration,
  now: Date,
): Promise<void> {
  const owner = { user_id: getPerson(item.who).user_id, site_id: sampleId('site', 'main') };
  const at = toMoment(item.when, now);
  const draft = await createDraft(context, db, item, owner, at);
  const { declare_no } = await saveDraft(
    db,
    owner,
    { request_id: sampleId('declare', item.who, item.key), draft },
    new Date(at.getTime() - hour),
  );
  if (item.fate === 'draft') return;
  await submitDeclaration(db, owner, declare_no, undefined, at);
  await decide(db, item, owner, declare_no, { at, now });
}

interface Who {
  user_id: string;
  site_id: string;
}

async function createDraft(
  context: Context,
  db: Db,
  item: SampleDeclaration,
  learner: Who,
  at: Date,
): Promise<DeclareDraft> {
  const end = new Date(at.getTime() - 4 * day);
  const end_on = formatDay(end);
  const start = formatDay(new Date(end.getTime() - (item.days - 1) * day));
  const year = Number(end_on.slice(0, 4));
  const kind = (await readKinds(db, learner.site_id, year)).find(
    ({ kind_code }) => kind_code === item.kind,
  );
  if (!kind) throw new Error(`the sample has no kind ${item.kind}`);
  const asks = (key: string) => kind.fields.some((field) => field.key === key);
  return {
    year,
    kind_code: item.kind,
    activity_name: item.name,
    activity_no: item.no ?? '',
    issuer: item.issuer,
    level: item.level ?? '',
    role_order: item.role ?? 0,
    start_on: asks('start_on') ? start : '',
    end_on,
    quantity: item.quantity,
    note: '',
    files: item.fate === 'draft' ? [] : await storeProofs(context, db, { item, kind, learner }, at),
  };
}

async function storeProofs(
  { settings }: Context,
  db: Db,
  { item, kind, learner }: { item: SampleDeclaration; kind: Kind; learner: Who },
  at: Date,
): Promise<DeclareDraft['files']> {
  const files: DeclareDraft['files'] = [];
  for (const { key, name, required } of kind.need_files) {
    if (required === 'N') continue;
    const bytes = readFileSync(
      join(proofs, ['notice', 'order'].includes(key) ? 'notice.png' : 'proof.png'),
    );
    const file_id = sampleId('proof', item.who, item.key, key);
    const of = { file_id, ...learner, kind: 'proof' as const, name: `${name}.png` };
    await storeFile({ settings, now: () => at }, db, { ...of, format: 'png', bytes });
    files.push({ need: key, file_id });
  }
  return files;
}

async function decide(
  db: Db,
  { who: declarer, fate, reason = '', lowered }: SampleDeclaration,
  learner: Who,
  declareNo: string,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  const later = (hours: number) => new Date(Math.min(at.getTime() + hours * hour, now.getTime()));
  const act = (userId: string, hours: number, decision: Decision) =>
    auditDeclaration(
      { db, jobs: silent, now: () => later(hours) },
      { site_id: learner.site_id, user_id: userId },
      declareNo,
      decision,
    );
  const pass = { decision: 'pass' as const, reason: '' };
  if (fate === 'submitted') return;
  if (fate === 'withdrawn') {
    await withdrawDeclaration(db, learner, declareNo, later(2));
    return;
  }
  const hasUnit = declarer === 'senior';
  if (fate === 'returned') return void (await act(unitAdmin, 20, { decision: 'return', reason }));
  await act(hasUnit ? unitAdmin : otherOfCentre, 20, pass);
  if (fate === 'unit_passed') return;
  if (fate === 'rejected') return void (await act(centre, 44, { decision: 'reject', reason }));
  const granted = lowered ? { ...pass, ...lowered, reason } : pass;
  await act(centre, fate === 'approved' ? 10_000 : 44, granted);
  if (fate === 'approved') return;
  await creditDeclaration({ db, now: () => later(44.1) }, exchangeLedger, declareNo);
  if (fate !== 'reversed') return;
  await reverseDeclaration(
    { db, now: () => later(900) },
    exchangeLedger,
    { site_id: learner.site_id, actor_type: 'staff', actor_id: centre },
    declareNo,
    { reason, ref_no: '卫继教函〔2026〕12号' },
  );
}

/** Approved declarations are credited here. */
const silent = {
  define: () => undefined,
  enqueue: async () => undefined,
  start: async () => undefined,
  rest: async () => undefined,
  stop: async () => undefined,
};
