import {
  type FileKind,
  fileKinds,
  type FileRef,
  type MyFile,
  tooLargeText,
} from '@cme/contract/person';
import { fileWords } from './file.words.ts';

/** `lost`: started before a reload; the user has to choose the file again. */
type UploadState = 'waiting' | 'sending' | 'paused' | 'failed' | 'checking' | 'refused' | 'lost';

/** A file that is being uploaded. */
export interface UploadItem {
  key: string;
  name: string;
  size: number;
  sent: number;
  state: UploadState;
  /** Why it was rejected or has failed. */
  reason: string;
  /** Set once the server has created the upload. */
  file_id: string;
  file?: File | undefined;
}

export type UploadEvent =
  | { type: 'chosen'; items: UploadItem[] }
  | { type: 'set'; key: string; set: Partial<UploadItem> }
  | { type: 'gone'; key: string };

export function uploads(items: readonly UploadItem[], event: UploadEvent): readonly UploadItem[] {
  if (event.type === 'chosen') {
    const existingIds = new Set(event.items.map(({ file_id }) => file_id).filter(Boolean));
    return [...items.filter(({ file_id }) => !existingIds.has(file_id)), ...event.items];
  }
  if (event.type === 'gone') return items.filter(({ key }) => key !== event.key);
  return items.map((item) => (item.key === event.key ? { ...item, ...event.set } : item));
}

/** If the chosen file was interrupted by a reload, it resumes in that row. */
export function resumeLost(chosen: UploadItem, items: readonly UploadItem[]): UploadItem {
  const lostItem = items.find(
    ({ state, name, size }) => state === 'lost' && name === chosen.name && size === chosen.size,
  );
  return lostItem ? { ...chosen, file_id: lostItem.file_id, sent: lostItem.sent } : chosen;
}

/** Validates a file before anything is sent. */
export function fileError(file: Pick<File, 'name' | 'size'>, kind: FileKind): string {
  if (file.size === 0) return fileWords.empty;
  if (file.size > fileKinds[kind].most) return tooLargeText(kind);
  const extension = /\.([a-z0-9]+)$/i.exec(file.name)?.[1]?.toLowerCase().replace('jpeg', 'jpg');
  const isTaken = fileKinds[kind].formats.some((format) => format === extension);
  return isTaken ? '' : fileWords.format(kind);
}

/** Value of the input's `accept` attribute. */
export const getAcceptedTypes = (kind: FileKind): string =>
  fileKinds[kind].formats
    .flatMap((format) => (format === 'jpg' ? ['.jpg', '.jpeg'] : [`.${format}`]))
    .join();

export const getPercent = ({ sent, size }: Pick<UploadItem, 'sent' | 'size'>): number =>
  size === 0 ? 0 : Math.floor((100 * sent) / size);

/** Maps the server's state of a file to the state of its row. */
export function toUploadState(file: MyFile): Partial<UploadItem> {
  const { file_status, uploaded, reason } = file;
  if (file_status === 'refused') return { state: 'refused', reason };
  if (file_status === 'checking') return { state: 'checking', sent: file.size };
  return { sent: uploaded };
}

export const toFileRef = ({ file_id, name, format, size }: MyFile): FileRef => ({
  file_id,
  name,
  format,
  size,
});
