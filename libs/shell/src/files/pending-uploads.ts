import { readTab, writeTab } from '../storage/tab-storage.ts';

/**
 * Names of the files that this tab was uploading in a person's field, so that they can be resumed
 * after a reload.
 */
export function readPendingUploads(name: string): string[] {
  const ids = readTab('files', name);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, 50) : [];
}

export function markPending(name: string, fileId: string, isUnderWay: boolean): void {
  const others = readPendingUploads(name).filter((id) => id !== fileId);
  const ids = isUnderWay ? [...others, fileId] : others;
  writeTab('files', ids.length > 0 ? ids : undefined, name);
}
