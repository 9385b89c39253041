import type { FileKind, FileStatus } from '@cme/contract/person';

const mega = 1024 * 1024;
const hour = 3_600_000;

/** Kinds that learners may upload; the others are the centre's. */
export const learnersKinds: readonly FileKind[] = ['proof', 'cert', 'id_card', 'photo', 'homework'];

/** Limits per person: files started within a day and their bytes, concurrent uploads, and stored
 * bytes. */
export const quota = { files: 200, bytes: 500 * mega, open: 20, kept: 2048 * mega } as const;
/** Limits for staff. */
export const staffQuota = { files: 1000, bytes: 8192 * mega, open: 50, kept: 65_536 * mega };

/** An upload without progress for this long is removed. */
export const restMs = 24 * hour;
/** How long a rejected file stays in the list with its reason. */
export const refusedMs = 30 * 24 * hour;
/** The lease of a check, renewed by its process; when it expires another process takes over. */
export const leaseMs = 25_000;
/** After this many interrupted checks the file is rejected. */
export const mostTries = 5;

export const statusNames: Readonly<Record<FileStatus, string>> = {
  uploading: '上传中',
  checking: '检查中',
  ready: '可用',
  refused: '未通过',
};
