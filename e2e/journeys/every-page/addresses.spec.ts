import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportDownload, exportRequest, exportState } from '@cme/contract/person';
import { freePort } from '../../../tools/programs/free-port.ts';
import { createSupervisor } from '../../../tools/start/children.ts';
import { openVisitor } from '../../support/addresses.ts';
import { isAnswering } from '../../support/answering.ts';
import { expect, test } from '../../support/journey.ts';
import { hospitalLearner, nurse, password, physician, senior } from '../../support/people.ts';
import { until } from '../../support/until.ts';

const root = join(import.meta.dirname, '../../..');

// One after the other: an export belongs to the session that asked for it last, and both tests ask
// in the name of the same people.
test.describe.configure({ mode: 'default' });

/** The word after `/qm/`, and the call. */
const kindOf = (url: string, path: string) => `${/\/qm\/(\w+)/.exec(url)?.[1]} of ${path}`;

/** Follows some addresses of every kind that the calls issue to this person. */
async function followAll(port: number, host: string, account: string): Promise<string[]> {
  const visitor = await openVisitor(port, host, account);
  const followed = new Map<string, number>();
  const failed: string[] = [];
  const follow = async (url: string, path: string) => {
    const kind = kindOf(url, path);
    const count = followed.get(kind) ?? 0;
    if (count >= 3) return;
    followed.set(kind, count + 1);
    const { status, type, text } = await visitor.follow(url);
    if (status !== 200) failed.push(`${status} ${host} ${kind}`);
    if (!type.includes('mpegurl')) return;
    const [part] = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    if (
      part &&
      (await visitor.follow(new URL(part, new URL(url, `http://${host}:${port}`)).href)).status !==
        200
    )
      failed.push(`a segment at ${host} of ${kind}`);
  };
  for await (const { url, path } of visitor.issued(4)) await follow(url, path);
  await visitor.send(exportRequest, { password });
  const { export_id } = await until('the export is ready', async () => {
    const { data } = await visitor.send(exportState, {});
    return data.export?.status === 'ready' ? data.export : undefined;
  });
  const { data } = await visitor.send(exportDownload, { export_id });
  await follow(data.url, exportDownload.path);
  console.log(host, [...followed.keys()].sort());
  expect(failed).toEqual([]);
  return [...new Set([...followed.keys()].map((kind) => kind.split(' ')[0] ?? ''))];
}

test('every address that a call issues opens on the main and on a customer domain', async () => {
  test.setTimeout(300_000);
  const port = Number(process.env.STACK_PORT);
  const words = new Set<string>();
  for (const account of [nurse, physician, senior])
    for (const word of await followAll(port, 'cme.localhost', account)) words.add(word);
  for (const word of ['archive', 'certificate', 'export', 'file', 'media', 'static', 'api'])
    expect(words, `an address of ${word} was followed`).toContain(word);
  await followAll(port, 'hospital.localhost', hospitalLearner);
});

test('every address that a call issues opens where files have a host of their own', async () => {
  test.setTimeout(300_000);
  const [port, apiPort] = [await freePort(), await freePort()];
  const logs = mkdtempSync(join(tmpdir(), 'cme-content-base-'));
  const supervisor = createSupervisor(root, logs, () => undefined);
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: process.env.STACK_DATABASE_URL,
    SMS_PROVIDER: 'file',
    APP_SECRET: process.env.STACK_SECRET,
    PAY_SANDBOX: 'Y',
    PAY_GATEWAY_PORT: process.env.STACK_GATEWAY_PORT,
    DRAIN_SECONDS: '0',
    TRUSTED_PROXIES: 'loopback',
    DATA_DIR: process.env.STACK_DATA,
    PORT: String(port),
    API_PORT: String(apiPort),
    CONTENT_BASE: `http://content.localhost:${port}`,
  };
  supervisor.start({ name: 'api', program: 'apps/api/src/main.ts', env });
  supervisor.start({ name: 'edge', program: 'apps/edge/src/main.ts', env });
  try {
    for (const server of [apiPort, port])
      await until(`${server} answers`, isAnswering(server), 60_000);
    await followAll(port, 'cme.localhost', physician);
    await followAll(port, 'hospital.localhost', hospitalLearner);
  } finally {
    await supervisor.end();
    rmSync(logs, { recursive: true, force: true });
  }
});
