import { maskIdNumber, maskMobile } from '@cme/contract/base';
import { factKinds, type FactKind, type MyFacts, type PersonFact } from '@cme/contract/person';
import type { Db } from '../../platform/database/database.ts';
import { formatDay, formatTime } from '../../platform/http/format-time.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { recordShownPeople } from '../../platform/http/staff-log.ts';
import { readOwnerFiles } from '../file/attach.action.ts';
import type { Keys } from '../identity/secret.rules.ts';
import {
  findUser,
  unsealIdNumber,
  unsealMobile,
  readUsers,
  type UserRow,
} from '../identity/user.store.ts';
import { readUnits } from '../unit/unit.store.ts';
import { fileOwner } from './ask.action.ts';
import { readDeciders } from './decide.action.ts';
import {
  currentFact,
  earliestDay,
  type FactRow,
  kindNames,
  statusNames,
  valueName,
  verifiedKinds,
} from './fact.rules.ts';
import { readPersonFacts, readFacts } from './fact.store.ts';

type Files = Awaited<ReturnType<typeof readOwnerFiles>>;
type KnownRow = FactRow & { kind: FactKind };
const isKnown = (row: FactRow): row is KnownRow => row.kind !== 'unit_id';

const factView = (row: KnownRow, files: Files): PersonFact => ({
  fact_id: row.fact_id,
  kind: row.kind,
  kind_name: kindNames[row.kind],
  value: row.value,
  value_name: valueName(row.kind, row.value),
  fact_status: row.fact_status,
  fact_status_name: statusNames[row.fact_status],
  effective_from: row.effective_from ?? '',
  effective_to: row.effective_to ?? '',
  reply: row.reply,
  created_at: formatTime(row.created_at),
  decided_at: row.decided_at ? formatTime(row.decided_at) : '',
  files: files.get(row.fact_id) ?? [],
});

/** Current values of the account, and whether they are verified. */
function toCurrentFacts(user: UserRow, rows: readonly FactRow[], unitArea: string | undefined) {
  const verified = verifiedKinds(rows, user, unitArea);
  return factKinds.map((kind) => {
    const isVerified = verified.includes(kind);
    const status = isVerified ? ('verified' as const) : ('declared' as const);
    return {
      kind,
      kind_name: kindNames[kind],
      value: user[kind],
      value_name: user[kind] === '' ? '' : valueName(kind, user[kind]),
      fact_status: user[kind] === '' ? '' : status,
      fact_status_name: user[kind] === '' ? '' : statusNames[status],
      effective_from: (isVerified && currentFact(rows, kind)?.effective_from) || '',
    };
  });
}

/** A person's facts and requests, for themselves. */
export async function readMyFacts(db: Db, userId: string, now: Date): Promise<MyFacts> {
  const user = await findUser(db, userId);
  if (!user) throw new RefusalError(401, '请先登陆', 'need_login');
  const rows = await readPersonFacts(db, userId);
  const shown = rows.filter(isKnown).filter((row) => row.fact_status !== 'withdrawn');
  const files = await readOwnerFiles(
    db,
    fileOwner,
    shown.map(({ fact_id }) => fact_id),
  );
  const unit = (await readUserUnits(db, [user])).get(user.unit_id ?? '');
  const isDecider = (await readDeciders(db, user)).length > 0;
  const today = formatDay(now);
  return {
    current: toCurrentFacts(user, rows, unit?.area_id),
    list: shown.slice(0, 50).map((row) => factView(row, files)),
    earliest: earliestDay(today),
    latest: today,
    decider_name: (isDecider && unit?.name) || '培训中心',
  };
}

const readUserUnits = (db: Db, users: readonly UserRow[]) =>
  readUnits(
    db,
    users.map(({ unit_id }) => unit_id).filter((id) => id !== null),
  );

/** Requests as shown to those who decide. */
export async function readFactApplicants(db: Db, keys: Keys, rows: readonly FactRow[]) {
  const ids = rows.map(({ user_id }) => user_id);
  recordShownPeople(ids);
  const users = await readUsers(db, ids);
  const facts = await readFacts(db, ids);
  const units = await readUserUnits(db, [...users.values()]);
  const files = await readOwnerFiles(
    db,
    fileOwner,
    rows.map(({ fact_id }) => fact_id),
  );
  return rows.filter(isKnown).flatMap((row) => {
    const user = users.get(row.user_id);
    if (!user) return [];
    const { user_id, real_name, unit_name, title_name, post_name } = user;
    const unitArea = units.get(user.unit_id ?? '')?.area_id;
    const current = toCurrentFacts(user, facts.get(user_id) ?? [], unitArea).find(
      ({ kind }) => kind === row.kind,
    );
    return [
      {
        ...factView(row, files),
        user_id,
        real_name,
        unit_name,
        title_name,
        post_name,
        mobile: maskMobile(unsealMobile(keys, user)),
        id_no: maskIdNumber(unsealIdNumber(keys, user)),
        current_name: current?.value_name ?? '',
        current_status_name: current?.fact_status_name ?? '',
      },
    ];
  });
}
