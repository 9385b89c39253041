/**
 * Words after `/qm/` of addresses that are files or streams, public or opened by a pass in the
 * address. The API serves files nowhere else, and an edge forwards these, and nothing else, on the
 * files host and on `CONTENT_BASE`.
 */
export const fileWords = [
  'archive',
  'certificate',
  'export',
  'file',
  'live',
  'media',
  'static',
] as const;

const filePath = new RegExp(`^/qm/(${fileWords.join('|')})/`);

/** Whether a path is one of a file or a stream. */
export const isFilePath = (path: string): boolean => filePath.test(path);
