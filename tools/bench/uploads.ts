// The cost of one large upload: node tools/bench/uploads.ts [megabytes]. Starts PostgreSQL, an API
// and an edge, uploads a video through the edge in parts like the upload field, waits for its
// check, and downloads it. Prints throughput and the maximum memory growth of both processes.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleCodeAt } from '@cme/api/sample-code';
import { freePort } from '../programs/free-port.ts';
import { startPostgres } from '../programs/postgres.ts';

const mega = 1024 * 1024;
const size = Number(process.argv[2] ?? 200) * mega;
const part = 2 * mega;
const postgres = await startPostgres({ durable: true });
const data = mkdtempSync(join(tmpdir(), 'cme-uploads-'));
const port = await freePort();
const apiPort = await freePort();
const environment = {
  ...process.env,
  DATABASE_URL: postgres.url,
  SMS_PROVIDER: 'file',
  APP_SECRET: 'a secret of the bench, long enough for it',
  SAMPLE: 'Y',
  DATA_DIR: data,
  PORT: String(port),
  API_PORT: String(apiPort),
  PAY_SANDBOX: 'N',
  LOG_LEVEL: 'info',
};
const startProcess = async (name: string, readyPattern: RegExp) => {
  const program = join(import.meta.dirname, `../../apps/${name}/src/main.ts`);
  const child = spawn(process.execPath, [program], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve) =>
    child.stdout.on('data', (line: Buffer) => readyPattern.test(line.toString()) && resolve()),
  );
  return child;
};
const readMemory = (pid = 0, what = 'VmHWM'): number =>
  Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1024;

const api = await startProcess('api', /api ready/);
const edge = await startProcess('edge', /listening/i);
const address = `http://127.0.0.1:${port}`;

interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer | string;
}
/** Sends a request to the edge with this host name and reads the response, keeping only its last
 * bytes. */
function sendRequest({ method, path, headers, body }: Asked) {
  return new Promise<{ status: number; length: number; text: string }>((resolve, reject) => {
    const host = headers['host'] ?? `cme.localhost:${port}`;
    const outgoing = request(
      `${address}${path}`,
      { method, headers: { ...headers, host } },
      async (answer) => {
        let length = 0;
        let text = '';
        for await (const bytes of answer) {
          length += (bytes as Buffer).length;
          if (length < mega) text += (bytes as Buffer).toString();
        }
        resolve({ status: answer.statusCode ?? 0, length, text });
      },
    );
    outgoing.on('error', reject).end(body);
  });
}
let token = '';
async function callApi(path: string, fields: object): Promise<{ data: never; message: string }> {
  const { text } = await sendRequest({
    method: 'POST',
    path: `/qm/api/v5/${path}`,
    headers: { 'content-type': 'application/json', ...(token && { 'x-token': token }) },
    body: JSON.stringify({ ...fields, full_domain_name: 'cme.localhost' }),
  });
  return JSON.parse(text) as { data: never; message: string };
}

try {
  const account = { login_kind: 'password', account: '13900000001', password: 'Console2026' };
  const { data } = await callApi('login', account);
  const { factor_ticket } = data as { factor_ticket: string };
  const second = { factor_ticket, code: sampleCodeAt(new Date()) };
  token = (await callApi('login/factor', second)).message;
  const memoryBefore = { edge: readMemory(edge.pid, 'VmRSS'), api: readMemory(api.pid, 'VmRSS') };
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomiso2\0\0\0\x08moov', 'latin1');
  const box = Buffer.alloc(8);
  box.writeUInt32BE(size - head.length);
  box.write('mdat', 4);
  const video = Buffer.concat([head, box, Buffer.alloc(size - head.length - 8, 'video')]);
  const startedAt = performance.now();
  const file = { kind: 'resource', name: '课件.mp4', size, fingerprint: 'b'.repeat(32) };
  const { upload_url, file: uploadingFile } = (await callApi('file/start', file)).data as {
    upload_url: string;
    file: { file_id: string };
  };
  for (let index = 0; index < size; index += part) {
    const { status, text } = await sendRequest({
      method: 'PATCH',
      path: upload_url,
      headers: {
        'x-token': token,
        'tus-resumable': '1.0.0',
        'upload-offset': String(index),
        'content-type': 'application/offset+octet-stream',
        'content-length': String(Math.min(part, size - index)),
      },
      body: video.subarray(index, index + part),
    });
    if (status !== 204) throw new Error(`${status} ${text}`);
  }
  const sentAt = performance.now();
  const id = { file_id: uploadingFile.file_id };
  for (;;) {
    const { list } = (await callApi('file/state', { file_ids: [id.file_id] })).data as {
      list: { file_status: string; reason: string }[];
    };
    if (list[0]?.file_status === 'ready') break;
    if (list[0]?.file_status !== 'checking') throw new Error(JSON.stringify(list));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const checked = performance.now();
  const { url } = (await callApi('myfile/download', id)).data as { url: string };
  const { host, pathname } = new URL(url);
  const download = await sendRequest({ method: 'GET', path: pathname, headers: { host } });
  const downloaded = performance.now();
  const formatSpeed = (ms: number) => `${(size / mega / (ms / 1000)).toFixed(0)} MB/s`;
  const formatGrowth = (pid: number | undefined, from: number) =>
    `${(readMemory(pid) - from).toFixed(0)} MB (${from.toFixed(0)} → ${readMemory(pid).toFixed(0)})`;
  console.log(
    `sent ${size / mega} MB in parts of ${part / mega} MB: ${formatSpeed(sentAt - startedAt)}`,
  );
  console.log(`assembled and checked in ${((checked - sentAt) / 1000).toFixed(1)} s`);
  console.log(
    `downloaded (${download.status}, ${download.length === size}): ${formatSpeed(downloaded - checked)}`,
  );
  console.log(
    `maximum memory growth: edge ${formatGrowth(edge.pid, memoryBefore.edge)}, API ${formatGrowth(api.pid, memoryBefore.api)}`,
  );
} finally {
  edge.kill('SIGTERM');
  api.kill('SIGTERM');
  await postgres.stop();
  rmSync(data, { recursive: true, force: true });
}
