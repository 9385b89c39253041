import { createHash } from 'node:crypto';
import { type FileKind, fileStart, fileState, type MyFile } from '@cme/contract/person';
import type { TestApi } from './test-api.ts';
import type { Learner } from './learner.ts';

interface Upload {
  bytes: Buffer;
  name?: string;
  kind?: FileKind;
}

export const fingerprintFile = (bytes: Buffer, name: string): string =>
  createHash('sha256').update(name).update(bytes).digest('hex');

export const startUpload = (
  api: TestApi,
  learner: Learner,
  { bytes, name = '证明.pdf', kind = 'proof' }: Upload,
) =>
  api.send(
    fileStart,
    { kind, name, size: bytes.length, fingerprint: fingerprintFile(bytes, name) },
    learner,
  );

/** Sends a tus request. */
export const tus = (
  api: TestApi,
  learner: { token: string },
  method: 'HEAD' | 'PATCH' | 'DELETE',
  path: string,
  { offset = 0, body }: { offset?: number; body?: Buffer<ArrayBuffer> } = {},
): Promise<Response> =>
  fetch(`${api.url}${path}`, {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      'x-token': learner.token,
      ...(method === 'PATCH' && {
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      }),
    },
    ...(body && { body }),
  });

/** Uploads in parts and waits for the verdict. */
export async function upload(
  api: TestApi,
  learner: Learner,
  given: Upload,
  part = 1024 * 1024,
): Promise<MyFile> {
  const { file, upload_url } = await startUpload(api, learner, given);
  for (let from = 0; from < given.bytes.length; from += part) {
    const body = Buffer.from(given.bytes.subarray(from, from + part));
    const answer = await tus(api, learner, 'PATCH', upload_url, { offset: from, body });
    if (answer.status !== 204) throw new Error(`${answer.status} ${await answer.text()}`);
  }
  return verdictOn(api, learner, file.file_id);
}

/** The file once it has been checked. */
export async function verdictOn(api: TestApi, learner: Learner, id: string): Promise<MyFile> {
  for (const end = performance.now() + 60_000; performance.now() < end;) {
    const { list } = await api.send(fileState, { file_ids: [id] }, learner);
    const [file] = list;
    if (!file || !['uploading', 'checking'].includes(file.file_status)) return file as MyFile;
    await new Promise((wake) => setTimeout(wake, 30));
  }
  throw new Error('the file is still being checked');
}
