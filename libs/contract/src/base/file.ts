import * as z from 'zod/mini';
import { call } from './call.ts';
import { Count, Flag, Id, mostWhole, Page, PageSize, pageOf, Time } from './fields.ts';

const mega = 1024 * 1024;

/** Recordings as cameras, phones and editing programs save them. */
export const mediaFormats = [
  'mp4',
  'mov',
  'mkv',
  'avi',
  'flv',
  'wmv',
  'mpg',
  'mp3',
  'm4a',
  'wav',
] as const;

/** What a file is for, and by that which formats it may have and how large it may be. Learners
 * upload the first five; `resource` 资料, `attachment` 附件 and `media` (what lectures are made of)
 * are the centre's. */
export const fileKinds = {
  proof: { formats: ['jpg', 'png', 'pdf'], most: 10 * mega },
  cert: { formats: ['jpg', 'png', 'pdf'], most: 10 * mega },
  id_card: { formats: ['jpg', 'png'], most: 10 * mega },
  photo: { formats: ['jpg', 'png'], most: 10 * mega },
  homework: { formats: ['jpg', 'png', 'pdf', 'docx', 'xlsx', 'pptx'], most: 20 * mega },
  resource: { formats: ['jpg', 'png', 'pdf', 'docx', 'xlsx', 'pptx', 'mp4'], most: 512 * mega },
  attachment: { formats: ['jpg', 'png', 'pdf', 'docx', 'xlsx', 'pptx'], most: 50 * mega },
  media: {
    formats: mediaFormats,
    most: 2000 * mega,
  },
} as const;
export type FileKind = keyof typeof fileKinds;
export const FileKind = z.enum([
  'proof',
  'cert',
  'id_card',
  'photo',
  'homework',
  'resource',
  'attachment',
  'media',
]);

/** `zip`: what somebody has asked for of their own data; nobody uploads one. */
export const fileFormats = [
  'jpg',
  'png',
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  ...mediaFormats,
  'zip',
] as const;
export type FileFormat = (typeof fileFormats)[number];

/** `uploading` until its last byte is here, then `checking`, then `ready` or, for good, `refused`. */
export const fileStatuses = ['uploading', 'checking', 'ready', 'refused'] as const;
export type FileStatus = (typeof fileStatuses)[number];

/** 文件不能超过10M, by kind. */
export const tooLargeText = (kind: FileKind): string =>
  `文件不能超过${fileKinds[kind].most / mega}M`;

/** A file as a list beside its owner shows it: a declaration's proofs, a course's 资料. Its address
 * is asked for when somebody opens it, since an address is good for minutes only. */
export const FileRef = z.object({
  file_id: Id,
  /** As it may be shown and saved: without path, control and direction characters, with the
   * ending that its content has. */
  name: z.string(),
  /** One of `fileFormats`. */
  format: z.string(),
  /** Bytes. */
  size: z.number(),
});
export type FileRef = z.infer<typeof FileRef>;

/** An address that opens one file, good for minutes, and the name to save it by. It lies on a host
 * that serves files alone; follow it by navigation, since pages of others may not read it. */
export const FileDownload = z.object({ url: z.string(), file_name: z.string(), expire_at: Time });
export type FileDownload = z.infer<typeof FileDownload>;

/** A file of one's own. */
export const MyFile = z.object({
  file_id: Id,
  name: z.string(),
  /** One of `fileKinds`. */
  kind: z.string(),
  /** Empty until the content has been looked at. */
  format: z.string(),
  size: z.number(),
  /** Bytes that are here; less than `size` while it is `uploading`. */
  uploaded: z.number(),
  /** One of `fileStatuses`. */
  file_status: z.string(),
  /** 上传中, 检查中, 可用, 未通过. */
  file_status_name: z.string(),
  /** Why it was refused, in words for the learner; else empty. */
  reason: z.string(),
  created_at: Time,
  /** When an upload that rests is given up; else empty. */
  expire_at: z.string(),
  /** What it is attached to, such as a declaration. */
  used_by: z.array(z.object({ owner_type: z.string(), owner_id: Id, title: z.string() })),
  can_delete: Flag,
});
export type MyFile = z.infer<typeof MyFile>;

/** Begins an upload, or finds the one that was begun: the same `fingerprint`, kind and size of the
 * same person goes on where it stopped, after a reload or in another browser. The bytes then go to
 * `upload_url` by tus 1.0 (HEAD, PATCH, DELETE with `X-Token`), at most `most_per_request` in one
 * request. */
export const fileStart = call({
  path: '/qm/api/file/start',
  access: 'learner',
  body: z.object({
    kind: FileKind,
    name: z.string().check(z.trim(), z.minLength(1, '请选择文件'), z.maxLength(255, '文件名过长')),
    size: Count.check(z.minimum(1, '文件是空的，请重新选择'), z.maximum(mostWhole)),
    /** Names the content as the browser knows it: made from name, size, date and first bytes. */
    fingerprint: z.string().check(z.regex(/^[\w-]{16,128}$/)),
  }),
  data: z.object({ file: MyFile, upload_url: z.string(), most_per_request: z.number() }),
});

/** How far files are: asked while they are checked. Those of others are left out. */
export const fileState = call({
  path: '/qm/api/file/state',
  access: 'learner',
  encoding: 'json',
  body: z.object({ file_ids: z.array(Id).check(z.minLength(1), z.maxLength(50)) }),
  data: z.object({ list: z.array(MyFile) }),
});

/** 我的文件, newest first, those that are still under way with them. */
export const myfileList = call({
  path: '/qm/api/myfile/list',
  access: 'learner',
  body: z.object({ kind: z.optional(FileKind), page: Page, page_size: PageSize }),
  data: pageOf(MyFile),
});

export const myfileDownload = call({
  path: '/qm/api/myfile/download',
  access: 'learner',
  body: z.object({ file_id: Id }),
  data: FileDownload,
});

/** Refused with `file_used` while something has it attached. Gives up an upload as well. Deleting
 * again changes nothing. */
export const myfileDelete = call({
  path: '/qm/api/myfile/delete',
  access: 'learner',
  body: z.object({ file_id: Id }),
  data: z.object({ deleted: z.number() }),
});

/** Where the bytes go: `HEAD`, `PATCH` and `DELETE` under it, followed by the file's id. */
export const uploadPath = '/qm/api/v5/file/upload';
/** Largest body of one such request. */
export const mostPerUpload = 8 * mega;
