import type { DataExport, exportDownload, exportRequest } from '@cme/contract/person';
import { ulid } from 'ulid';
import type { AppContext } from '../../platform/context/context.ts';
import type { CallRequest } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { filesBase } from '../../person/file/download.ts';
import { deleteFile } from '../../person/file/delete.action.ts';
import { type FileRow, findFile } from '../../person/file/file.store.ts';
import { proveSelf } from '../../person/identity/step-up/step-up.ts';
import { type Keys, newSecret, secretHash } from '../../person/identity/secret.rules.ts';
import { exportQueue } from './export.job.ts';
import {
  type ExportRow,
  findExport,
  insertExport,
  newestExport,
  restingExports,
  setExport,
  spendExportLink,
} from './personal-data.store.ts';

const linkMs = 60_000;

const statusNames: Readonly<Record<ExportRow['export_status'], string>> = {
  waiting: '等待处理',
  running: '正在打包',
  ready: '可以下载',
  failed: '导出失败',
  expired: '已过期',
};

export const exportView = (
  row: ExportRow | undefined,
  sessionId: string,
): { export: DataExport | null; needs_proof: 'Y' | 'N' } => ({
  export: row
    ? {
        export_id: row.export_id,
        status: row.export_status,
        status_name: statusNames[row.export_status],
        done: row.done,
        total: row.total,
        size: row.size,
        requested_at: formatTime(row.requested_at),
        expire_at: row.expire_at ? formatTime(row.expire_at) : '',
      }
    : null,
  needs_proof: row && row.session_id !== sessionId ? 'Y' : 'N',
});

const entry = (row: ExportRow, from: string, to: string, at: Date) => ({
  entity: 'data_export',
  entity_id: row.export_id,
  from,
  to,
  actor_type: 'learner' as const,
  actor_id: row.user_id,
  at,
});

export async function requestExport(callRequest: CallRequest<typeof exportRequest>, keys: Keys) {
  const { db, context } = callRequest;
  const { session_id } = callRequest.session;
  const spendProof = await proveSelf(callRequest, keys);
  const now = context.now();
  return db.transaction(async (tx) => {
    const { user_id, site_id } = await spendProof(tx);
    const export_id = ulid(now.getTime());
    const request = { export_id, site_id, user_id, session_id, requested_at: now };
    if (await insertExport(tx, request)) {
      await context.jobs.enqueue(tx, exportQueue, { export_id }, { expireInSeconds: 900 });
      const row = await findExport(tx, export_id);
      if (row) await logState(tx, entry(row, '', 'waiting', now));
    }
    const row = await newestExport(tx, user_id);
    if (row && row.session_id !== session_id) await setExport(tx, row.export_id, { session_id });
    return exportView(row && { ...row, session_id }, session_id);
  });
}

const notProved = () =>
  new RefusalError(400, '请先输入登录密码或短信验证码，核验后即可下载', 'bad_request', {
    field: 'password',
  });

export async function downloadExport(callRequest: CallRequest<typeof exportDownload>) {
  const { db, context, body, person, session, site } = callRequest;
  const now = context.now();
  return db.transaction(async (tx) => {
    const row = await findExport(tx, body.export_id);
    if (row?.user_id !== person.user_id) throw new RefusalError(404, '没有找到该导出', 'not_found');
    if (row.export_status !== 'ready' || !row.expire_at || row.expire_at <= now)
      throw new RefusalError(400, '导出的数据已过期，请重新导出', 'export_state');
    if (row.session_id !== session.session_id) throw notProved();
    const secret = newSecret();
    const link_until = new Date(now.getTime() + linkMs);
    const link = { link_hash: secretHash(secret), link_until };
    await setExport(tx, row.export_id, { downloads: row.downloads + 1, ...link });
    await logState(tx, entry(row, 'ready', 'download', now));
    const file = await findFile(tx, row.file_id);
    if (file?.file_status !== 'ready') throw new RefusalError(404, '没有找到该导出', 'not_found');
    return {
      url: `${filesBase(context, site)}/qm/export/${secret}/${row.export_id}`,
      file_name: file.name,
      expire_at: formatTime(link_until),
    };
  });
}

/** The file of a download link: once, within a minute. It contains all of a person's data, so a
 * link in a history or chat must be worthless. */
export async function spendLink(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  exportId: string,
  secret: string,
): Promise<FileRow | undefined> {
  const file_id = await spendExportLink(db, exportId, secretHash(secret), now());
  return file_id === undefined ? undefined : findFile(db, file_id);
}

const hour = 3_600_000;

/** Deletes expired exports, and gives up those without a running process. Safe at any time in any
 * number of processes. */
export async function sweepExports({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const at = now();
  for (const row of await restingExports(db, ['ready'], at))
    await db.transaction(async (tx) => {
      await deleteFile(tx, row.file_id, at);
      await setExport(tx, row.export_id, { export_status: 'expired' });
    });
  const expiredBefore = new Date(at.getTime() - hour);
  for (const row of await restingExports(db, ['waiting', 'running'], expiredBefore))
    await setExport(db, row.export_id, { export_status: 'failed' });
}
