const keyOf = (name: string) => `cme.files.${name}`;

/**
 * Names of the files that this tab was uploading in a field, so that they can be resumed after a
 * reload.
 */
export function pendingUploads(name: string): string[] {
  try {
    return (sessionStorage.getItem(keyOf(name)) ?? '').split(',').filter(Boolean).slice(0, 50);
  } catch {
    return [];
  }
}

export function markPending(name: string, fileId: string, isUnderWay: boolean): void {
  const others = pendingUploads(name).filter((id) => id !== fileId);
  const ids = isUnderWay ? [...others, fileId] : others;
  try {
    if (ids.length > 0) sessionStorage.setItem(keyOf(name), ids.join());
    else sessionStorage.removeItem(keyOf(name));
  } catch {
    // Without storage an upload can be resumed by choosing the same file.
  }
}
