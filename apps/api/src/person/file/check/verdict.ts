import type { FileFormat } from '@cme/contract/person';

/** Input of a check: the complete local upload, and the path for a re-encoded image. */
export interface Inspection {
  path: string;
  rewritten: string;
  /** The accepted result. */
  formats: readonly FileFormat[];
}

/** `path`: the file to keep, the upload itself or its re-encoded form. */
export type Verdict = { format: FileFormat; path: string } | { refused: string };

export const damaged = '文件已损坏，无法打开，请重新导出后上传';
