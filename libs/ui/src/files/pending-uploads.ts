const toKey = (name: string) => `cme.files.${name}`;

/**
 * Names of the files that this tab was uploading in a field, so that they can be resumed after a
 * reload.
 */
export function readPendingUploads(name: string): string[] {
  try {
    return (sessionStorage.getItem(toKey(name)) ?? '').split(',').filter(Boolean).slice(0, 50);
  } catch {
    return [];
  }
}

export function markPending(name: string, fileId: string, isUnderWay: boolean): void {
  const others = readPendingUploads(name).filter((id) => id !== fileId);
  const ids = isUnderWay ? [...others, fileId] : others;
  try {
    if (ids.length > 0) sessionStorage.setItem(toKey(name), ids.join());
    else sessionStorage.removeItem(toKey(name));
  } catch {
    // Without storage an upload can be resumed by choosing the same file.
  }
}
