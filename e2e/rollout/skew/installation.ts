import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OwnApplication } from '@cme/contract/site/rollout';
import { builtApplications } from '../../../tools/build/build.ts';
import { freePort } from '../../../tools/programs/free-port.ts';
import { startPostgres } from '../../../tools/programs/postgres.ts';
import { createRolloutClient } from '../../../tools/rollout/client.ts';
import { setStable } from '../../../tools/rollout/set-stable.ts';
import { createSupervisor } from '../../../tools/start/children.ts';
import { createApiEnv } from '../../../tools/start/settings.ts';
import { arrangeRollout, runRolloutOn } from '../operator.ts';
import { isLaterFile, lastEdits } from './last-edits.ts';
import { edits } from './next-edits.ts';
import { createReleases, createWorkspace } from './next-version.ts';

export type Version = 'last' | 'next';
/** What is deployed rather than released. */
export type Servers = Record<'api' | 'edge', Version>;
/** What the next version adds. */
const labArea = 'lab' as OwnApplication;
export type Releases = Record<Version, Record<OwnApplication, string>>;

const root = join(import.meta.dirname, '../../..');
/** Compression is slow, so existing releases are reused. */
const cacheFolder = join(root, '.cache/skew');
const timeoutMs = 400_000;

/** An installation whose data stay while API and edge switch versions, on PostgreSQL, which takes half
 * of the embedded database's processor time. It contains the front-end
 * releases of both versions from the start. */
export async function createInstallation() {
  const folder = mkdtempSync(join(tmpdir(), 'cme-skew-'));
  const [port, apiPort] = [await freePort(), await freePort()];
  const postgres = await startPostgres();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    API_PORT: String(apiPort),
    PAY_GATEWAY_PORT: String(await freePort()),
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    SMS_PROVIDER: 'file',
    INVOICE_ISSUER: 'file',
    APP_SECRET: 'a secret of this installation alone, long enough',
    SAMPLE: 'Y',
    DRAIN_SECONDS: '0',
  };
  const trees: Record<Version, string> = {
    last: createLastWorkspace(),
    next: createWorkspace(root, 'next', edits, [...builtApplications, labArea]),
  };
  const releases = await createBothReleases(trees, env);
  for (const name of ['releases', 'keys'])
    cpSync(join(cacheFolder, name), join(folder, name), { recursive: true });
  let supervisors: ReturnType<typeof createSupervisor>[] = [];

  /** Stops the running API and edge and starts these on the same data. */
  async function switchTo(versions: Servers): Promise<void> {
    await Promise.all(supervisors.map((supervisor) => supervisor.end()));
    const failure = Promise.withResolvers<never>();
    const start = (program: keyof Servers, programEnv: NodeJS.ProcessEnv) => {
      const version = versions[program];
      const supervisor = createSupervisor(trees[version], join(folder, 'logs'), (name, reason) =>
        failure.reject(new Error(`the ${name} of the ${version} version ended: ${reason}`)),
      );
      supervisor.start({ name: program, program: `apps/${program}/src/main.ts`, env: programEnv });
      return supervisor;
    };
    supervisors = [start('api', { ...env, ...createApiEnv(env) }), start('edge', env)];
    const stable = versions.api === 'next' ? { [labArea]: releases.next[labArea] } : {};
    await Promise.race([failure.promise, startCandidates(env, port, releases, stable)]);
  }

  return {
    port,
    releases,
    run: switchTo,
    /** Signs testers' cookies. */
    edgeToken: () => createRolloutClient(env).edgeToken(),
    arrange: (step: Parameters<typeof arrangeRollout>[0]) => arrangeRollout(step, env),
    /** The stable release of an area. */
    getStable: async (area: OwnApplication) =>
      (await createRolloutClient(env).report()).state.areas[area]?.stable,
    /** What an operator types on this installation. */
    runRollout: (...args: string[]) => runRolloutOn(env, root, ...args),
    async close() {
      await Promise.all(supervisors.map((supervisor) => supervisor.end()));
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** This workspace and its builds, without what the last version did not have. */
function createLastWorkspace(): string {
  const tree = createWorkspace(root, 'last', lastEdits, []);
  for (const application of builtApplications)
    cpSync(join(root, 'apps', application, 'dist'), join(tree, 'apps', application, 'dist'), {
      recursive: true,
      filter: (path) => !isLaterFile(path),
    });
  return tree;
}

/** Reuses what the journeys' stack has created. */
async function createBothReleases(
  trees: Record<Version, string>,
  env: NodeJS.ProcessEnv,
): Promise<Releases> {
  const stack = process.env.STACK_DATA;
  if (stack && !existsSync(cacheFolder))
    for (const name of ['releases', 'keys'].filter((name) => existsSync(join(stack, name))))
      cpSync(join(stack, name), join(cacheFolder, name), { recursive: true });
  const cacheEnv = { ...env, DATA_DIR: cacheFolder };
  const last = createReleases(trees.last, cacheEnv);
  const next = createReleases(trees.next, cacheEnv, [...builtApplications, labArea]);
  for (const area of builtApplications)
    for (const id of readdirSync(join(cacheFolder, 'releases', area)))
      if (id !== last[area] && id !== next[area])
        rmSync(join(cacheFolder, 'releases', area, id), { recursive: true });
  return { last, next };
}

/** The older releases are stable, together with additions of the next version; the next ones are
 * candidates at 0 %, served to testers only. */
async function startCandidates(
  env: NodeJS.ProcessEnv,
  port: number,
  { last, next }: Releases,
  additions: Partial<Record<OwnApplication, string>>,
) {
  await setStable(env, { ...last, ...additions }, timeoutMs);
  const client = createRolloutClient(env);
  const { state } = await client.report();
  for (const area of builtApplications)
    if (state.areas[area]?.candidate !== next[area])
      await arrangeRollout({ action: 'start', area, release: next[area], percent: 0 }, env);
  const { state: target } = await client.report();
  await waitUntil('edge and API', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
    const { edges } = await client.report();
    return answer.ok && edges.some(({ revision }) => revision === target.revision);
  });
}

async function waitUntil(description: string, isReady: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await isReady().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`${description} did not become ready`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
