import { sql } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { formatMinute, formatDay, formatTime } from '../../platform/http/format-time.ts';
import { newPlace, receive, spoolPath } from '../../platform/storage/spool.ts';
import { openStorage } from '../../platform/storage/storage.ts';
import { insertFile } from '../../person/file/file.store.ts';
import { readPicture } from '../../person/identity/profile/detail.store.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { findUser, type UserRow } from '../../person/identity/user.store.ts';
import { insertMessages } from '../../person/message/message.store.ts';
import { type ArchiveFile, measureBytes, zipFiles } from './archive.ts';
import { type ExportRow, findExport, isRowOfPerson, setExport } from './personal-data.store.ts';
import { openRow, renderPage, renderSection } from './readable.rules.ts';
import { personalTables } from './register.rules.ts';

export const exportQueue = 'personal_export';
/** How long an export can be downloaded. */
const exportHours = 24;

const json = (value: unknown) => Buffer.from(JSON.stringify(value, null, 2));

/** Builds the ZIP of a request. A second run builds it again; a finished request is left
 * unchanged. */
export async function makeExport(context: AppContext, exportId: string): Promise<void> {
  const dataExport = await findExport(context.db, exportId);
  if (dataExport?.export_status !== 'waiting' && dataExport?.export_status !== 'running') return;
  const user = await findUser(context.db, dataExport.user_id);
  if (user?.status !== 'normal')
    return setExport(context.db, exportId, { export_status: 'failed' });
  const files = await readOwnFiles(context.db, user.user_id);
  const total = Object.keys(personalTables).length + files.length + 1;
  await setExport(context.db, exportId, { export_status: 'running', done: 0, total });
  const place = newPlace();
  const object = `${place}/f-${newPlace()}`;
  const path = await spoolPath(context.settings);
  let done = 0;
  const step = () => setExport(context.db, exportId, { done: (done += 1) });
  const { bytes, result } = measureBytes(zipFiles(createArchiveFiles(context, user, files, step)));
  await receive(path, bytes);
  await openStorage(context.settings).put(object, path);
  await finish(context, dataExport, { place, object, ...result() });
}

interface OwnFile {
  [column: string]: unknown;
  file_id: string;
  name: string;
  object: string;
}

async function readOwnFiles(db: Db, userId: string): Promise<OwnFile[]> {
  const { rows } = await db.execute<OwnFile>(sql`
    select file_id, name, object from file
    where user_id = ${userId} and file_status = 'ready' order by created_at, file_id`);
  return rows;
}

async function* createArchiveFiles(
  context: AppContext,
  user: UserRow,
  files: readonly OwnFile[],
  step: () => Promise<void>,
): AsyncGenerator<ArchiveFile> {
  const keys = deriveKeys(context.settings);
  const all: Record<string, object[]> = {};
  const sections: string[] = [];
  for (const table of Object.keys(personalTables)) {
    const { rows } = await context.db.execute(
      sql`select * from ${sql.identifier(table)} where ${isRowOfPerson(table, user.user_id)}`,
    );
    const open = rows.map((row) => openRow(keys, table, row, user.user_id));
    all[table] = open;
    sections.push(renderSection(table, open));
    await step();
  }
  const at = formatTime(context.now());
  yield {
    name: '我的个人数据.html',
    content: Buffer.from(renderPage(user.real_name, at, sections)),
  };
  yield { name: 'data.json', content: json({ exported_at: at, tables: all }) };
  await step();
  const picture = await readPicture(context.db, user.user_id);
  if (picture)
    yield { name: '个人照片.jpg', isPacked: true, content: Buffer.from(picture, 'base64') };
  for (const { file_id, name, object } of files) {
    const content = await openStorage(context.settings).read(object);
    yield { name: `文件/${file_id}-${name}`, isPacked: true, content };
    await step();
  }
}

async function finish(
  { db, now }: AppContext,
  { export_id, site_id, user_id }: ExportRow,
  stored: { place: string; object: string; size: number; sha256: string },
): Promise<void> {
  const at = now();
  const expire_at = new Date(at.getTime() + exportHours * 3_600_000);
  const file_id = ulid(at.getTime());
  await db.transaction(async (tx) => {
    await insertFile(tx, {
      ...stored,
      file_id,
      site_id,
      // Not listed among the person's files: it is deleted automatically.
      user_id: '',
      kind: 'attachment',
      name: `个人数据-${formatDay(at)}.zip`,
      file_status: 'ready',
      reason: '',
      format: 'zip',
      fingerprint: '',
      created_at: at,
      touched_at: at,
    });
    await setExport(tx, export_id, {
      export_status: 'ready',
      file_id,
      size: stored.size,
      ready_at: at,
      expire_at,
    });
    await insertMessages(tx, [
      {
        id: ulid(at.getTime()),
        site_id,
        user_id,
        kind: 'system',
        title: '个人数据导出已完成',
        text: `您申请导出的个人数据已准备好，请在${formatMinute(expire_at)}之前到“账号设置-导出个人数据”下载。`,
        link_type: 'setting',
        created_at: at,
      },
    ]);
  });
}
