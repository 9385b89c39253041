// Latency of other calls while certificates are generated: node tools/bench/prints.ts. Starts the
// API with the embedded sample, requests every certificate of the sample people at once, twice, and
// sends cheap calls meanwhile.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../programs/free-port.ts';

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
await new Promise<void>((resolve) =>
  api.stdout.on('data', (part: Buffer) => part.toString().includes('api ready') && resolve()),
);

async function callApi(
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

async function listAddresses(): Promise<string[]> {
  const addressList: string[] = [];
  for (const account of ['13800000001', '13800000002', '13800000003', '13800000004']) {
    const { message: token } = await callApi('login', {
      login_kind: 'password',
      account,
      password: 'Learner2026',
    });
    const { list } = (await callApi('certificate/list', {}, token)).data as {
      list: { cert_no: string; cert_status: string }[];
    };
    for (const { cert_no } of list.filter(({ cert_status }) => cert_status === 'issued')) {
      const { url } = (await callApi('certificate/download', { cert_no, format: 'pdf' }, token))
        .data as { url: string };
      addressList.push(new URL(url, 'http://api.cme.localhost').pathname);
    }
  }
  return addressList;
}

const durations: number[] = [];
let isOver = false;
async function requestPrint(): Promise<void> {
  while (!isOver) {
    const startedAt = performance.now();
    await callApi('site/config', {});
    durations.push(performance.now() - startedAt);
  }
}
const summarize = () => {
  const sorted = durations.splice(0).toSorted((a, b) => a - b);
  const percentile = (share: number) =>
    `${(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)} ms`;
  return `median ${percentile(0.5)}, p99 ${percentile(0.99)}, longest ${percentile(1)} (${sorted.length} calls)`;
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

try {
  const files = (await listAddresses()).slice(0, 20);
  const requesting = requestPrint();
  await pause(2000);
  console.log(`no printing: ${summarize()}`);
  // Generated sheets are cached for a minute; those beyond the cache size are generated again.
  for (const name of ['first', 'again']) {
    const startedAt = performance.now();
    const sizes = await Promise.all(
      files.map(
        async (file) =>
          (await (await fetch(`http://127.0.0.1:${port}${file}`)).arrayBuffer()).byteLength,
      ),
    );
    const durationMs = performance.now() - startedAt;
    await pause(50);
    console.log(
      `${name}, ${sizes.length} certificates (${Math.min(...sizes)}+ bytes) in ${Math.round(durationMs)} ms: ${summarize()}`,
    );
  }
  isOver = true;
  await requesting;
} finally {
  api.kill('SIGTERM');
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
}
