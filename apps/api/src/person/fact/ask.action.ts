import type { ParsedBodyOf } from '@cme/contract/base';
import { type askFact, type FactKind, factProofs } from '@cme/contract/person';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { type Actor, logState } from '../../platform/state-log/state-log.store.ts';
import { attachFiles } from '../file/attach.action.ts';
import { lockUser, type UserRow } from '../identity/user.store.ts';
import {
  currentFact,
  earliestDay,
  type FactRow,
  isFactValue,
  kindNames,
  verifiedKinds,
} from './fact.rules.ts';
import { closeFact, readPersonFacts, findFact, insertFacts } from './fact.store.ts';

/** Owner type of proofs. */
export const fileOwner = 'person_fact';

const wrong = (message: string, field: string) =>
  new RefusalError(400, message, 'bad_request', { field });

const isDay = (text: string) =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

async function lockPerson(tx: Db, userId: string): Promise<UserRow> {
  const user = await lockUser(tx, userId);
  if (user?.status !== 'normal') throw new RefusalError(401, '请先登陆', 'need_login');
  return user;
}

/** Why a request cannot take effect from this day: outside of the period, or before the verified
 * fact that it would replace. */
export function dayFault(
  rows: readonly FactRow[],
  { kind, effective_from }: { kind: FactKind; effective_from: string },
  today: string,
): string {
  const earliest = earliestDay(today);
  if (!isDay(effective_from) || effective_from < earliest || effective_from > today)
    return `生效日期须在${earliest}至${today}之间`;
  const since = currentFact(rows, kind)?.effective_from ?? '';
  return effective_from <= since
    ? `生效日期须晚于现在的${kindNames[kind]}的生效日期（${since}）`
    : '';
}

/** Requests verification or a change of a fact. The account is unchanged until the decision. */
export const requestFact = (
  db: Db,
  userId: string,
  { kind, value, effective_from, file_ids }: ParsedBodyOf<typeof askFact>,
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const user = await lockPerson(tx, userId);
    const name = kindNames[kind];
    if (!isFactValue(kind, value)) throw wrong(`请选择${name}`, 'value');
    if (user[kind] === '')
      throw new RefusalError(400, `“${name}”还没有填写，请先完善资料`, 'fact_state', {
        field: kind,
      });
    const rows = await readPersonFacts(tx, userId);
    if (rows.some((row) => row.kind === kind && row.fact_status === 'waiting'))
      throw new RefusalError(400, `“${name}”已有申请正在审核，可先撤回再重新提交`, 'fact_waiting');
    const today = formatDay(now);
    if (value === user[kind] && verifiedKinds(rows, user, undefined).includes(kind))
      throw new RefusalError(400, `“${name}”与已核实的一致，不需要变更`, 'fact_state');
    const fault = dayFault(rows, { kind, effective_from }, today);
    if (fault) throw wrong(fault, 'effective_from');
    await insertRequest(tx, user, { kind, value, effective_from, file_ids }, now);
  });

/** Requests verification of what the person has entered, with their application for a class. Kinds
 * with a pending request keep it. */
export const requestFactProof = (
  db: Db,
  userId: string,
  kinds: readonly FactKind[],
  fileIds: readonly string[],
  now: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const user = await lockPerson(tx, userId);
    const rows = await readPersonFacts(tx, userId);
    const open = kinds.filter(
      (kind) => !rows.some((row) => row.kind === kind && row.fact_status === 'waiting'),
    );
    for (const kind of open)
      await insertRequest(
        tx,
        user,
        { kind, value: user[kind], effective_from: formatDay(now), file_ids: fileIds },
        now,
      );
  });

interface Request {
  kind: FactKind;
  value: string;
  effective_from: string;
  file_ids: readonly string[];
}

async function insertRequest(
  tx: Db,
  { user_id, site_id }: UserRow,
  { kind, value, effective_from, file_ids }: Request,
  now: Date,
): Promise<void> {
  const fact_id = ulid(now.getTime());
  await attachFiles(tx, {
    owner_type: fileOwner,
    owner_id: fact_id,
    site_id,
    user_id,
    title: `${kindNames[kind]}证明`,
    file_ids,
    kinds: ['proof'],
    most: factProofs,
  });
  await insertFacts(tx, [
    {
      fact_id,
      site_id,
      user_id,
      kind,
      value,
      fact_status: 'waiting',
      effective_from,
      created_at: now,
    },
  ]);
  await logFact(tx, fact_id, ['', 'waiting'], { actor_type: 'learner', actor_id: user_id }, now);
}

/** Withdraws a pending request of this person. Idempotent. */
export const withdrawRequest = (db: Db, userId: string, factId: string, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    await lockPerson(tx, userId);
    const row = await findFact(tx, factId);
    if (row?.user_id !== userId) throw new RefusalError(404, '没有找到该申请', 'not_found');
    if (row.fact_status === 'withdrawn') return;
    const by = { reply: '', decided_by: userId, decided_at: now };
    if (!(await closeFact(tx, factId, { fact_status: 'withdrawn', ...by })))
      throw new RefusalError(400, '该申请已审核，不能再撤回', 'fact_decided');
    const actor = { actor_type: 'learner' as const, actor_id: userId };
    await logFact(tx, factId, ['waiting', 'withdrawn'], actor, now);
  });

export const logFact = (
  tx: Db,
  entityId: string,
  [from, to]: readonly [from: string, to: string],
  { reason = '', ...actor }: Actor & { reason?: string },
  at: Date,
): Promise<void> =>
  logState(tx, { entity: 'person_fact', entity_id: entityId, from, to, ...actor, reason, at });
