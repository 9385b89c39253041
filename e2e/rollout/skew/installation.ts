import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application } from '@cme/contract/site/rollout';
import { built, release, setStable } from '../../../tools/build/build.ts';
import { freePort } from '../../../tools/postgres.ts';
import { openRolloutClient } from '../../../tools/rollout/client.ts';
import { openSupervisor } from '../../../tools/start/children.ts';
import { behindEdge } from '../../../tools/start/settings.ts';
import { edits } from './next-edits.ts';
import { releasesOf, workspaceWith } from './next-version.ts';

export type Version = 'last' | 'next';
/** What the next version adds. */
export const lab = 'lab' as Application;
export type Releases = Record<Version, Record<Application, string>>;

const root = join(import.meta.dirname, '../../..');
/** Compression is slow, so existing releases are reused. */
const kept = join(root, '.cache/skew');
const patience = 400_000;

/** An installation whose data stay while API and edge switch versions. It contains the front-end
 * releases of both versions from the start. */
export async function openInstallation() {
  const folder = mkdtempSync(join(tmpdir(), 'cme-skew-'));
  const [port, apiPort] = [await freePort(), await freePort()];
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    API_PORT: String(apiPort),
    PAY_GATEWAY_PORT: String(await freePort()),
    DATA_DIR: folder,
  };
  const tree = workspaceWith(root, 'next', edits, [...built, lab]);
  const releases = await releasesOfBoth(tree, env);
  for (const name of ['releases', 'keys'])
    cpSync(join(kept, name), join(folder, name), { recursive: true });
  let supervisor: ReturnType<typeof openSupervisor> | undefined;

  /** Stops the running API and edge and starts these on the same data. */
  async function run(version: Version): Promise<void> {
    await supervisor?.end();
    const lost = Promise.withResolvers<never>();
    const home = version === 'next' ? tree : root;
    supervisor = openSupervisor(home, join(folder, 'logs'), (name, how) =>
      lost.reject(new Error(`the ${name} of the ${version} version ended: ${how}`)),
    );
    const api = { ...env, ...behindEdge(env) };
    supervisor.start({ name: 'api', program: 'apps/api/src/main.ts', env: api });
    supervisor.start({ name: 'edge', program: 'apps/edge/src/main.ts', env });
    const stable = version === 'next' ? { [lab]: releases.next[lab] } : {};
    await Promise.race([lost.promise, begin(env, port, releases, stable)]);
  }

  return {
    port,
    releases,
    run,
    async close() {
      await supervisor?.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Reuses what the journeys' stack has created. */
async function releasesOfBoth(tree: string, env: NodeJS.ProcessEnv): Promise<Releases> {
  const stack = process.env.STACK_DATA;
  if (stack && !existsSync(kept))
    for (const name of ['releases', 'keys'].filter((one) => existsSync(join(stack, one))))
      cpSync(join(stack, name), join(kept, name), { recursive: true });
  const making = { ...env, DATA_DIR: kept };
  const last = (await release(root, making, built, () => undefined)) as Releases['last'];
  const next = releasesOf(tree, making, [...built, lab]);
  for (const area of built)
    for (const id of readdirSync(join(kept, 'releases', area)))
      if (id !== last[area] && id !== next[area])
        rmSync(join(kept, 'releases', area, id), { recursive: true });
  return { last, next };
}

/** The older releases are stable, together with additions of the next version; the next ones are
 * candidates at 0 %, served to testers only. */
async function begin(
  env: NodeJS.ProcessEnv,
  port: number,
  { last, next }: Releases,
  more: Partial<Record<Application, string>>,
) {
  await setStable(env, { ...last, ...more }, patience);
  const client = openRolloutClient(env);
  const staff = { mobile: '13900000001', password: 'Console2026' };
  const { state } = await client.report();
  for (const area of built)
    if (state.areas[area]?.candidate !== next[area])
      await client.command(
        {
          request_id: randomUUID(),
          action: 'start',
          area,
          release: next[area],
          percent: 0,
          reason: '',
        },
        staff,
      );
  const { state: wanted } = await client.report();
  await until('edge and API', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
    const { edges } = await client.report();
    return answer.ok && edges.some(({ revision }) => revision === wanted.revision);
  });
}

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const last = Date.now() + patience;
  while (!(await isTrue().catch(() => false))) {
    if (Date.now() > last) throw new Error(`${what} did not become ready`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
