import { Readable } from 'node:stream';
import { testDomain } from '@cme/contract/site';
import type { FileFormat } from '@cme/contract/person';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ObjectNotFoundError } from '@cme/storage';
import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { isOfSite } from '../../platform/sites/of-site.ts';
import { plainHost } from '../../platform/sites/site.rules.ts';
import type { ByteRange } from '../../platform/storage/port.ts';
import { openStorage } from '../../platform/storage/storage.ts';
import type { FileRow } from './file.store.ts';

const types: Readonly<Record<FileFormat, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  flv: 'video/x-flv',
  wmv: 'video/x-ms-wmv',
  mpg: 'video/mpeg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  zip: 'application/zip',
};

/** Headers that keep a file from acting as one of our pages, in addition to those of every reply
 * (`server/cross-origin.ts`, nosniff among them): it is an attachment of its detected type, without
 * scripts, and cannot be embedded. */
const guards = {
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
  'cache-control': 'private, no-store',
  'accept-ranges': 'bytes',
};

/** The URL has expired. */
export const linkExpired = () => new RefusalError(403, '下载地址已失效，请重新下载', 'not_owned');

/** Sends a file or the requested range. The caller has checked access. */
export async function sendFile(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  row: FileRow | undefined,
): Promise<FastifyReply> {
  if (row?.file_status !== 'ready') throw linkExpired();
  if (!(await isOfSite(context, request, row.site_id))) throw linkExpired();
  const range = parseRange(request, row);
  if (range === 'none') throw new RefusalError(416, '请求的范围不存在', 'bad_request');
  writeHead(reply, row, range);
  // A stream must match the announced length.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const content = await openStorage(context.settings)
    .read(row.object, range)
    .catch((error: unknown) => {
      if (error instanceof ObjectNotFoundError) throw linkExpired();
      throw error;
    });
  return reply.send(content);
}

/** Whether this is the host for files. */
export function servesFiles({ settings }: AppContext, host: string): boolean {
  if (settings.contentBase) return new URL(settings.contentBase).host === host.toLowerCase();
  const hostName = plainHost(host);
  return hostName === testDomain || hostName === `files.${settings.mainDomain}`;
}

function writeHead(reply: FastifyReply, row: FileRow, range: ByteRange | undefined): void {
  const fileName = `${row.file_id}.${row.format}`;
  reply.headers({
    ...guards,
    'content-type': types[row.format as FileFormat],
    'content-disposition': `attachment; filename="${fileName}"; filename*=UTF-8''${encodeFileName(row.name)}`,
    'content-length': range ? range.end - range.start + 1 : row.size,
    etag: `"${row.sha256}"`,
  });
  if (range)
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${row.size}`);
}

/** RFC 5987: characters that `encodeURIComponent` keeps but a header must not contain. */
const encodeFileName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (item) => `%${item.charCodeAt(0).toString(16)}`);

/** Whether the request continues an interrupted download: it knows the tag of the contents. */
export const resumes = (headers: FastifyRequest['headers'], { sha256 }: FileRow): boolean =>
  headers.range !== undefined && headers['if-range'] === `"${sha256}"`;

/** The single requested range; undefined for the whole file, also for multiple ranges and an
 * outdated If-Range. */
function parseRange({ headers }: FastifyRequest, row: FileRow): ByteRange | undefined | 'none' {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const ifRange = headers['if-range'];
  if ((from === '' && to === '') || (ifRange !== undefined && ifRange !== `"${row.sha256}"`))
    return undefined;
  const last = row.size - 1;
  const start = from === '' ? Math.max(0, row.size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? last : Math.min(Number(to), last);
  return start > end ? 'none' : { start, end };
}
