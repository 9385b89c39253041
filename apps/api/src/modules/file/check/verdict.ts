import type { FileFormat } from '@cme/contract';

/** What a check is about: a whole upload on this machine, and where a rewritten picture goes. */
export interface Inspection {
  path: string;
  rewritten: string;
  /** What is taken. */
  formats: readonly FileFormat[];
}

/** `path`: what is kept, the upload itself or its rewritten form. */
export type Verdict = { format: FileFormat; path: string } | { refused: string };

export const damaged = '文件已损坏，无法打开，请重新导出后上传';
