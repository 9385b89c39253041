import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Flag, Id, mostWhole, Page, PageSize, pageOf, Time } from '../base/fields.ts';

const mega = 1024 * 1024;

/** Recording formats of cameras, phones and editing programs. */
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

/**
 * Purposes of a file, which determine its allowed formats and size. Learners upload the first five;
 * `resource` 资料, `attachment` 附件 and `media` (lecture recordings) are uploaded by the centre.
 */
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

/** `zip` is an export of personal data; nobody uploads one. */
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

/**
 * `uploading` until the last byte has arrived, then `checking`, then finally `ready` or `refused`.
 */
export const fileStatuses = ['uploading', 'checking', 'ready', 'refused'] as const;
export type FileStatus = (typeof fileStatuses)[number];

/** 文件不能超过 10 MB, by kind. */
export const tooLargeText = (kind: FileKind): string =>
  `文件不能超过 ${fileKinds[kind].most / mega} MB`;

/**
 * A file in a list: proofs of a declaration, 资料 of a course. Its download address is requested on
 * opening, since an address is valid only for minutes.
 */
export const FileRef = z.object({
  file_id: Id,
  /**
   * Sanitised file name: no path, control or direction characters, and the extension of its actual
   * content.
   */
  name: z.string(),
  /** One of `fileFormats`. */
  format: z.string(),
  /** Bytes. */
  size: z.number(),
});
export type FileRef = z.infer<typeof FileRef>;

/**
 * A download address, valid for minutes, and the file name to save it as. It is on the files host,
 * where other origins cannot read it, so navigate to it.
 */
export const FileDownload = z.object({ url: z.string(), file_name: z.string(), expire_at: Time });
export type FileDownload = z.infer<typeof FileDownload>;

/** A file of the signed-in person. */
export const MyFile = z.object({
  file_id: Id,
  name: z.string(),
  /** One of `fileKinds`. */
  kind: z.string(),
  /** Empty until the content has been inspected. */
  format: z.string(),
  size: z.number(),
  /** Bytes received; less than `size` while `uploading`. */
  uploaded: z.number(),
  /** One of `fileStatuses`. */
  file_status: z.string(),
  /** 上传中, 检查中, 可用, 未通过. */
  file_status_name: z.string(),
  /** Why it was refused, for the learner; otherwise empty. */
  reason: z.string(),
  created_at: Time,
  /** When an interrupted upload is discarded; otherwise empty. */
  expire_at: z.string(),
  /** What the file is attached to, such as a declaration. */
  used_by: z.array(z.object({ owner_type: z.string(), owner_id: Id, title: z.string() })),
  can_delete: Flag,
});
export type MyFile = z.infer<typeof MyFile>;

/**
 * Starts or resumes an upload: the same `fingerprint`, kind and size of the same person resumes,
 * after a reload or in another browser. The bytes are then sent to `upload_url` by tus 1.0 (HEAD,
 * PATCH, DELETE with `X-Token`), at most `most_per_request` per request.
 */
export const fileStart = call({
  path: '/qm/api/file/start',
  access: 'learner',
  body: z.object({
    kind: FileKind,
    name: z.string().check(z.trim(), z.minLength(1, '请选择文件'), z.maxLength(255, '文件名过长')),
    size: Count.check(z.minimum(1, '文件是空的，请重新选择'), z.maximum(mostWhole)),
    /** Fingerprint made by the browser from name, size, date and first bytes. */
    fingerprint: z.string().check(z.regex(/^[\w-]{16,128}$/)),
  }),
  data: z.object({ file: MyFile, upload_url: z.string(), most_per_request: z.number() }),
});

/** State of files, polled while they are checked. Files of other people are omitted. */
export const fileState = call({
  path: '/qm/api/file/state',
  access: 'learner',
  repeatable: true,
  polled: true,
  encoding: 'json',
  body: z.object({ file_ids: z.array(Id).check(z.minLength(1), z.maxLength(50)) }),
  data: z.object({ list: z.array(MyFile) }),
});

/** 我的文件, newest first, including uploads in progress. */
export const myfileList = call({
  path: '/qm/api/myfile/list',
  access: 'learner',
  repeatable: true,
  body: z.object({ kind: z.optional(FileKind), page: Page, page_size: PageSize }),
  data: pageOf(MyFile),
});

export const myfileDownload = call({
  path: '/qm/api/myfile/download',
  access: 'learner',
  repeatable: true,
  body: z.object({ file_id: Id }),
  data: FileDownload,
});

/** Also cancels an upload. Refused with `file_used` while attached to something. Idempotent. */
export const myfileDelete = call({
  path: '/qm/api/myfile/delete',
  access: 'learner',
  body: z.object({ file_id: Id }),
  data: z.object({ deleted: z.number() }),
});

/** Upload endpoint: `HEAD`, `PATCH` and `DELETE` on this path plus the file's id. */
export const uploadPath = '/qm/api/v5/file/upload';
/** Largest body of one upload request. */
export const mostPerUpload = 8 * mega;
