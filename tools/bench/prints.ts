// Latency of other calls while certificates are generated: node tools/bench/prints.ts. Starts the
// API with the embedded sample, requests every certificate of the sample people at once, twice, and
// sends cheap calls meanwhile.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../postgres.ts';

const data = mkdtempSync(join(tmpdir(), 'cme-prints-'));
const port = await freePort();
const api = spawn(process.execPath, [join(import.meta.dirname, '../../apps/api/src/main.ts')], {
  env: {
    ...process.env,
    DATA_DIR: data,
    API_PORT: String(port),
    PAY_GATEWAY_PORT: String(await freePort()),
    LOG_LEVEL: 'info',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
await new Promise<void>((ready) =>
  api.stdout.on('data', (part: Buffer) => part.toString().includes('api ready') && ready()),
);

async function call(
  path: string,
  fields: Record<string, string>,
  token = '',
): Promise<{ data: Record<string, unknown>; message: string }> {
  const body = new URLSearchParams({ ...fields, full_domain_name: 'cme.localhost' });
  return (
    await fetch(`http://127.0.0.1:${port}/qm/api/v5/${path}`, {
      method: 'POST',
      body,
      headers: { 'x-token': token },
    })
  ).json() as Promise<{ data: Record<string, unknown>; message: string }>;
}

async function addresses(): Promise<string[]> {
  const found: string[] = [];
  for (const account of ['13800000001', '13800000002', '13800000003', '13800000004']) {
    const { message: token } = await call('login', {
      login_kind: 'password',
      account,
      password: 'Learner2026',
    });
    const { list } = (await call('certificate/list', {}, token)).data as {
      list: { cert_no: string; cert_status: string }[];
    };
    for (const { cert_no } of list.filter(({ cert_status }) => cert_status === 'issued')) {
      const { url } = (await call('certificate/download', { cert_no, format: 'pdf' }, token))
        .data as { url: string };
      found.push(new URL(url, 'http://api.cme.localhost').pathname);
    }
  }
  return found;
}

const waits: number[] = [];
let isOver = false;
async function ask(): Promise<void> {
  while (!isOver) {
    const from = performance.now();
    await call('site/config', {});
    waits.push(performance.now() - from);
  }
}
const summary = () => {
  const sorted = waits.splice(0).toSorted((a, b) => a - b);
  const at = (share: number) =>
    `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)} ms`;
  return `median ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} (${sorted.length} calls)`;
};
const idle = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

try {
  const files = (await addresses()).slice(0, 20);
  const asking = ask();
  await idle(2000);
  console.log(`no printing: ${summary()}`);
  // Generated sheets are cached for a minute; those beyond the cache size are generated again.
  for (const name of ['first', 'again']) {
    const from = performance.now();
    const sizes = await Promise.all(
      files.map(
        async (file) =>
          (await (await fetch(`http://127.0.0.1:${port}${file}`)).arrayBuffer()).byteLength,
      ),
    );
    const took = performance.now() - from;
    await idle(50);
    console.log(
      `${name}, ${sizes.length} certificates (${Math.min(...sizes)}+ bytes) in ${Math.round(took)} ms: ${summary()}`,
    );
  }
  isOver = true;
  await asking;
} finally {
  api.kill('SIGTERM');
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}
