import type { MyFile } from '@cme/contract/person';
import type { Db } from '../../platform/database/database.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { restMs, statusNames } from './file.rules.ts';
import { readArrivedBytes, type FileRow, type FileUse, readFileUses } from './file.store.ts';

export async function myFilesView(db: Db, rows: readonly FileRow[]): Promise<MyFile[]> {
  const ids = rows.map(({ file_id }) => file_id);
  const arrived = await readArrivedBytes(db, ids);
  const uses = await readFileUses(db, ids);
  return rows.map((row) =>
    view(
      row,
      arrived.get(row.file_id) ?? 0,
      uses.filter(({ file_id }) => file_id === row.file_id),
    ),
  );
}

export async function myFileView(db: Db, row: FileRow): Promise<MyFile> {
  const [one] = await myFilesView(db, [row]);
  if (!one) throw new Error('the view of a row is missing');
  return one;
}

function view(row: FileRow, arrived: number, uses: readonly FileUse[]): MyFile {
  const { file_id, kind, format, size, file_status, reason, name } = row;
  const status = file_status === 'deleted' ? 'refused' : file_status;
  const isUploading = status === 'uploading';
  return {
    file_id,
    name,
    kind,
    format,
    size,
    uploaded: isUploading ? arrived : size,
    file_status: status,
    file_status_name: statusNames[status],
    reason,
    created_at: formatTime(row.created_at),
    expire_at: isUploading ? formatTime(new Date(row.touched_at.getTime() + restMs)) : '',
    used_by: uses.map(({ owner_type, owner_id, title }) => ({ owner_type, owner_id, title })),
    can_delete: uses.length > 0 ? 'N' : 'Y',
  };
}
