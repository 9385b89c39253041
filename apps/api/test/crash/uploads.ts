import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { CallError, type OpenClient } from '@cme/commons/api-client';
import { fileStart, fileState, myfileDownload } from '@cme/contract/person';
import { sql } from 'drizzle-orm';
import { makeLearners } from '../load/study.ts';
import type { Scenario } from './scenario.ts';

const learners = 24;
/** Bytes per request: small, so that every kill hits many. */
const piece = 96 * 1024;
/** Maximum time from the last byte to the verdict while the API runs. */
const mostChecking = 60_000;

interface Upload {
  bytes: Buffer<ArrayBuffer>;
  sha256: string;
  file_id: string;
  url: string;
  /** Acknowledged bytes. */
  offset: number;
}

/** A one-page document with random bytes, so that all differ. */
function document(): Buffer<ArrayBuffer> {
  const noise = randomBytes(100_000 + Math.floor(Math.random() * 300_000)).toString('hex');
  return Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n3 0 obj\n<< /Length ${noise.length} >>\nstream\n${noise}\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n`,
  );
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const isAway = (error: unknown) =>
  error instanceof CallError && (error.statusCode === 0 || error.statusCode >= 500);

/** People who upload documents: acknowledged bytes are kept, complete uploads become ready with
 * identical content, and nothing is left partial. */
export function uploads(): Scenario {
  let tokens: string[] = [];
  let base = '';
  const wrong: string[] = [];
  const count = { files: 0, pieces: 0, repeated: 0, megabytes: 0 };

  /** Retries until it is answered. */
  async function sendUntilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (!isAway(error) && !(error instanceof TypeError)) throw error;
        count.repeated += 1;
        await pause(100);
      }
    }
  }

  const tus = (token: string, { url, bytes, offset }: Upload, method: 'HEAD' | 'PATCH') =>
    fetch(`${base}${url}`, {
      method,
      headers: {
        'x-token': token,
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      ...(method === 'PATCH' && { body: bytes.subarray(offset, offset + piece) }),
    }).then((answer) => {
      if (answer.status >= 500) throw new TypeError('away');
      return answer;
    });

  async function send(token: string, upload: Upload): Promise<void> {
    while (upload.offset < upload.bytes.length) {
      const answer = await tus(token, upload, 'PATCH').catch(() => undefined);
      if (answer?.status === 204) {
        upload.offset = Number(answer.headers.get('upload-offset'));
        count.pieces += 1;
        continue;
      }
      count.repeated += 1;
      await pause(50);
      const known = await sendUntilAnswered(() => tus(token, upload, 'HEAD'));
      const offset = Number(known.headers.get('upload-offset') ?? NaN);
      if (!(offset >= upload.offset)) {
        wrong.push(`acknowledged ${upload.offset}, kept ${offset} (${known.status})`);
        return;
      }
      upload.offset = offset;
    }
  }

  async function verdict(client: OpenClient, token: string, { file_id }: Upload): Promise<string> {
    for (let waited = 0; waited < mostChecking; waited += 200) {
      const { list } = await sendUntilAnswered(() =>
        client.send(fileState, { file_ids: [file_id] }, { token }),
      );
      if (list[0]?.file_status !== 'checking') return list[0]?.file_status ?? 'gone';
      await pause(200);
    }
    return 'checking for too long';
  }

  /** Downloads it like a page, from the host in the URL. */
  const download = (url: string): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const { host, pathname } = new URL(url);
      const { hostname, port } = new URL(base);
      request({ hostname, port, path: pathname, headers: { host } }, async (answer) => {
        const parts: Buffer[] = [];
        try {
          for await (const part of answer) parts.push(part as Buffer);
          resolve(Buffer.concat(parts));
        } catch (error) {
          reject(new TypeError('connection broken', { cause: error }));
        }
      })
        .on('error', (error) => reject(new TypeError('away', { cause: error })))
        .end();
    });

  async function uploadOne(client: OpenClient, token: string): Promise<void> {
    const bytes = document();
    const upload = { bytes, sha256: sha256(bytes), file_id: '', url: '', offset: 0 };
    const body = { kind: 'proof', name: '证明.pdf', size: bytes.length } as const;
    const { file, upload_url } = await sendUntilAnswered(() =>
      client.send(fileStart, { ...body, fingerprint: upload.sha256 }, { token }),
    );
    Object.assign(upload, { file_id: file.file_id, url: upload_url, offset: file.uploaded });
    await send(token, upload);
    const status = await verdict(client, token, upload);
    if (status !== 'ready') return void wrong.push(`${file.file_id} is ${status}`);
    const kept = await sendUntilAnswered(async () => {
      const { url } = await client.send(myfileDownload, { file_id: file.file_id }, { token });
      return download(url);
    });
    if (sha256(kept) !== upload.sha256) wrong.push(`${file.file_id} is another: ${kept.length}`);
    count.files += 1;
    count.megabytes += bytes.length / 1024 / 1024;
  }

  return {
    async prepare(context) {
      tokens = await makeLearners(context, learners);
    },
    async begin(_, address) {
      base = address;
    },
    work: async (client, stopped) =>
      void (await Promise.all(
        tokens.map(async (token) => {
          while (!stopped.aborted) await uploadOne(client, token);
        }),
      )),
    check: async () => wrong.splice(0),
    async atTheEnd(db) {
      const { rows } = await db.execute<{ file_id: string }>(sql`
        select file_id from file where file_status <> 'ready' or object = ''
        union select file_id from file_part`);
      return rows.map(({ file_id }) => `left half: ${file_id}`);
    },
    figures: () => ({ ...count, learners }),
  };
}
