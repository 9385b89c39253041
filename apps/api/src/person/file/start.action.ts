import {
  fileKinds,
  fileStart,
  mostPerUpload,
  tooLargeText,
  uploadPath,
} from '@cme/contract/person';
import { sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import type { CallRequest } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { newPlace } from '../../platform/storage/spool.ts';
import { findUser } from '../identity/user.store.ts';
import { learnersKinds, quota, staffQuota } from './file.rules.ts';
import { type FileRow, findUpload, insertFile, setFile, readUsage } from './file.store.ts';
import { myFileView } from './file.view.ts';
import { displayName } from './name.rules.ts';

const day = 86_400_000;

/** Starts an upload or returns the existing one. Starts of one person are serialised, so that
 * limits hold and two tabs get the same upload. */
export async function startUpload(request: CallRequest<typeof fileStart>) {
  const { body, db, context, person } = request;
  if (body.size > fileKinds[body.kind].most)
    throw new RefusalError(400, tooLargeText(body.kind), 'file_size', { field: 'size' });
  const isLearners = learnersKinds.includes(body.kind);
  if (!isLearners && !(await isStaff(db, person.user_id)))
    throw new RefusalError(403, '无权上传该类文件', 'not_owned');
  const row = await db.transaction(async (tx) => {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`files ${person.user_id}`}, 0))`,
    );
    return (await resume(tx, request)) ?? begin(tx, request, isLearners ? quota : staffQuota);
  });
  return {
    file: await myFileView(db, row),
    upload_url: uploadUrl(context, row.file_id),
    most_per_request: mostPerUpload,
  };
}

const uploadUrl = ({ settings }: AppContext, fileId: string) =>
  `${settings.apiBase}${uploadPath}/${fileId}`;

async function isStaff(db: Db, userId: string): Promise<boolean> {
  const user = await findUser(db, userId);
  return user?.roles.some((role) => role !== 'learner') ?? false;
}

async function resume(
  tx: Db,
  { body, person, context }: CallRequest<typeof fileStart>,
): Promise<FileRow | undefined> {
  const upload = await findUpload(tx, {
    site_id: person.site_id,
    user_id: person.user_id,
    kind: body.kind,
    fingerprint: body.fingerprint,
  });
  if (!upload) return undefined;
  const same = upload.size === body.size;
  await setFile(tx, upload.file_id, {
    touched_at: context.now(),
    ...(!same && { file_status: 'deleted' as const }),
  });
  return same ? upload : undefined;
}

async function begin(
  tx: Db,
  { body, person, context }: CallRequest<typeof fileStart>,
  limit: typeof quota | typeof staffQuota,
): Promise<FileRow> {
  const now = context.now();
  const usage = await readUsage(tx, person.user_id, new Date(now.getTime() - day));
  const quotaExceeded = (text: string) => new RefusalError(400, text, 'file_quota');
  if (usage.open >= limit.open) throw quotaExceeded('同时上传的文件过多，请等待完成后再上传');
  if (usage.files >= limit.files || usage.bytes + body.size > limit.bytes)
    throw quotaExceeded('今天上传的文件已达上限，请明天再试');
  if (usage.kept + body.size > limit.kept) throw quotaExceeded('文件空间已满，请先删除不用的文件');
  return insertFile(tx, {
    file_id: ulid(),
    site_id: person.site_id,
    user_id: person.user_id,
    kind: body.kind,
    name: displayName(body.name),
    file_status: 'uploading',
    reason: '',
    size: body.size,
    format: '',
    sha256: '',
    place: newPlace(),
    object: '',
    fingerprint: body.fingerprint,
    created_at: now,
    touched_at: now,
  });
}
