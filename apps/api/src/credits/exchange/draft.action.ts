import { declareFileLimit, type DeclareDraft } from '@cme/contract/credits';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { lockUser } from '../../person/identity/user.store.ts';
import { attachFiles } from '../../person/file/attach.action.ts';
import { editable } from './exchange.rules.ts';
import {
  addDeclaration,
  countDeclarations,
  type Declaration,
  findByRequest,
  findDeclaration,
  type Kind,
  readKinds,
  lockDeclaration,
  moveDeclaration,
  type NewDeclaration,
  readLastDays,
  updateDeclaration,
} from './exchange.store.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';

/** The current user and site. */
export interface Declarer {
  site_id: string;
  user_id: string;
}

/** Maximum number of drafts per person. */
const mostDrafts = 20;

export const notFound = () => new RefusalError(404, '没有找到这项申报', 'not_found');
export const notNow = (name: string) =>
  new RefusalError(400, `这项申报${name}，不能再修改`, 'declare_state');

/** The person's own declaration; others are not found. */
export async function findOwnDeclaration(
  db: Db,
  { site_id, user_id }: Declarer,
  declareNo: string,
): Promise<Declaration> {
  const row = await findDeclaration(db, site_id, declareNo);
  if (row?.user_id !== user_id) throw notFound();
  return row;
}

/** The years that can be declared on a day: this one and the last, each until its last day. */
export async function openYears(db: Db, siteId: string, today: string) {
  const year = Number(today.slice(0, 4));
  return (await readLastDays(db, siteId, [year, year - 1])).filter(({ until }) => today <= until);
}

/** A kind as referenced by a draft of the year. */
export async function kindNamed(
  db: Db,
  siteId: string,
  year: number,
  kindCode: string,
): Promise<Kind> {
  const kind = (await readKinds(db, siteId, year)).find(({ kind_code }) => kind_code === kindCode);
  if (!kind) throw new RefusalError(400, '请选择申报类型', 'bad_request', { field: 'kind_code' });
  return kind;
}

const toDraftColumns = ({ files, ...draft }: DeclareDraft): Partial<NewDeclaration> => ({
  ...draft,
  files: [...new Map(files.map((file) => [file.file_id, file])).values()],
});

interface Saving {
  request_id: string;
  declare_no?: string | undefined;
  revision?: number | undefined;
  draft: DeclareDraft;
}

/** Saves a draft. A new draft is created once per request; an existing one is updated only if
 * nobody else has changed it since it was read. */
export async function saveDraft(
  db: Db,
  declarer: Declarer,
  { request_id, declare_no, revision, draft }: Saving,
  at: Date,
): Promise<Declaration> {
  const kind = await kindNamed(db, declarer.site_id, draft.year, draft.kind_code);
  if (kind.on === 'N')
    throw new RefusalError(400, '这类活动已停止申报', 'bad_request', { field: 'kind_code' });
  if (declare_no === undefined) return newDraft(db, declarer, request_id, draft, at);
  return db.transaction(async (tx) => {
    await findOwnDeclaration(tx, declarer, declare_no);
    const before = await lockDeclaration(tx, declare_no);
    if (!before) throw notFound();
    if (!editable.includes(before.declare_status)) throw notNow('正在审核或已办结');
    if (revision !== undefined && revision !== before.revision)
      throw new RefusalError(409, '这项申报已在其他页面修改，请载入最新内容', 'declare_stale');
    const set = { ...toDraftColumns(draft), updated_at: at };
    await attachProofs(tx, declarer, declare_no, draft);
    if (before.declare_status === 'draft') return updateDeclaration(tx, before, set);
    return moveDeclaration(tx, before, 'draft', { ...learner(declarer), at }, set);
  });
}

export const learner = ({ user_id }: Declarer) => ({
  actor_type: 'learner' as const,
  actor_id: user_id,
});

/** The proofs of a declaration: the learner's own complete files that passed the check. */
const attachProofs = (
  tx: Db,
  declarer: Declarer,
  declareNo: string,
  { files, activity_name }: DeclareDraft,
) =>
  attachFiles(tx, {
    owner_type: 'declare',
    owner_id: declareNo,
    site_id: declarer.site_id,
    user_id: declarer.user_id,
    title: activity_name || '学分兑换申报',
    file_ids: files.map(({ file_id }) => file_id),
    kinds: ['proof', 'cert'],
    most: declareFileLimit,
  });

async function newDraft(
  db: Db,
  declarer: Declarer,
  requestId: string,
  draft: DeclareDraft,
  at: Date,
): Promise<Declaration> {
  const existing = await findByRequest(db, declarer.user_id, requestId);
  if (existing) return findOwnDeclaration(db, declarer, existing.declare_no);
  const years = (await openYears(db, declarer.site_id, formatDay(at))).map(({ year }) => year);
  if (!years.includes(draft.year)) throw tooLate(draft.year);
  return db.transaction(async (tx) => {
    // Serialised, so that concurrent requests do not exceed the limit.
    await lockUser(tx, declarer.user_id);
    const drafts = (await countDeclarations(tx, declarer.user_id))
      .filter(({ declare_status }) => declare_status === 'draft')
      .reduce((sum, { count }) => sum + count, 0);
    const repeated = await findByRequest(tx, declarer.user_id, requestId);
    if (repeated) return repeated;
    if (drafts >= mostDrafts)
      throw new RefusalError(400, `草稿已有${drafts}份，请先提交或撤回后再新建`, 'bad_request');
    const created = await addDeclaration(tx, {
      ...declarer,
      ...toDraftColumns(draft),
      declare_no: newDeclareNo(draft.year, at),
      request_id: requestId,
      declare_status: 'draft',
      year: draft.year,
      kind_code: draft.kind_code,
      created_at: at,
      updated_at: at,
    });
    if (!created) throw new Error('a draft was created despite the lock');
    await logState(tx, {
      entity: 'declare',
      entity_id: created.declare_no,
      from: '',
      to: 'draft',
      ...learner(declarer),
      at,
    });
    await attachProofs(tx, declarer, created.declare_no, draft);
    return created;
  });
}

export const tooLate = (year: number) =>
  new RefusalError(400, `${year}年度的申报已截止或尚未开始`, 'declare_late', { field: 'year' });

/** Year and the random end of a ULID: short enough to read out on the phone. */
const newDeclareNo = (year: number, at: Date): string => `SB${year}${ulid(at.getTime()).slice(4)}`;
