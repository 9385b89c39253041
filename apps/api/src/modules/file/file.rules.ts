import { type FileKind, type FileStatus } from '@cme/contract';

const mega = 1024 * 1024;
const hour = 3_600_000;

/** Kinds that learners upload; the others are the centre's. */
export const learnersKinds: readonly FileKind[] = ['proof', 'cert', 'id_card', 'photo', 'homework'];

/** Of one person: files begun within a day and their bytes, uploads under way at once, and bytes
 * kept. */
export const quota = { files: 200, bytes: 500 * mega, open: 20, kept: 2048 * mega } as const;
/** Of a person of the centre. */
export const staffQuota = { files: 1000, bytes: 8192 * mega, open: 50, kept: 65_536 * mega };

/** An upload that brings nothing for so long is given up. */
export const restMs = 24 * hour;
/** So long a refused one stays in the list, with its reason. */
export const refusedMs = 30 * 24 * hour;
/** A process that checks a file renews this; one that was killed is followed by another. */
export const leaseMs = 25_000;
/** After so many checks that broke off, the file is refused. */
export const mostTries = 5;

export const statusNames: Readonly<Record<FileStatus, string>> = {
  uploading: '上传中',
  checking: '检查中',
  ready: '可用',
  refused: '未通过',
};
