import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closeDataFolder } from '../apps/api/src/settings/data-folder.ts';
import { FolderInUse, takeLock } from '../apps/api/src/settings/folder-lock.ts';
import { build, built, isPrebuilt, release, setStable } from './build/build.ts';
import { findIngest, needIngest } from './ingest/find.ts';
import { Missing } from './packages.ts';
import { openSupervisor } from './start/children.ts';
import {
  behindEdge,
  CannotStart,
  freePort,
  gatewayEnv,
  type IngestPlace,
  ingestPlace,
  readSettings,
  type Settings,
} from './start/settings.ts';
import { table } from './start/start-table.ts';

const root = join(import.meta.dirname, '..');
const began = performance.now();
const say = (line: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s  ${line}`);

/** The API has printed why it cannot start. */
const saidWhy = 78;

/** The first start creates the database and its sample content. */
const longest = 150_000;

/** The RTMP address for streams; with `--live` missing programs are installed first. */
async function prepareIngest(settings: Settings, lectures: boolean) {
  if (lectures) needIngest();
  const ingest = ingestPlace(process.env, settings, findIngest() !== undefined);
  if (ingest) await freePort(ingest.port, 'INGEST_PORT', '127.0.0.1');
  return ingest;
}

/** Runs the sample lecture if requested. */
function startLecture(
  supervisor: ReturnType<typeof openSupervisor>,
  env: NodeJS.ProcessEnv,
  ingest: IngestPlace | undefined,
): void {
  if (ingest) supervisor.start({ name: 'ingest', program: 'tools/ingest/main.ts', env });
  if (asked.live) supervisor.start({ name: 'lecture', program: 'tools/ingest/lecture.ts', env });
}

const { values: asked } = parseArgs({ options: { live: { type: 'boolean', default: false } } });

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  closeDataFolder(settings.dataDir);
  process.on('exit', takeLock(join(settings.dataDir, 'start.lock')));
  await freePort(settings.port, 'PORT');
  await freePort(settings.apiPort, 'API_PORT', '127.0.0.1');
  if (settings.gatewayPort) await freePort(settings.gatewayPort, 'PAY_GATEWAY_PORT', '127.0.0.1');
  const ingest = await prepareIngest(settings, asked.live);

  const supervisor = openSupervisor(
    root,
    join(settings.dataDir, 'logs'),
    (name, how) =>
      void leave(
        1,
        how === saidWhy
          ? undefined
          : `the ${name} does not stay up; its log: ${join(settings.dataDir, 'logs', `${name}.log`)}`,
      ),
  );
  async function leave(code: number, line?: string): Promise<void> {
    if (line) console.error(line);
    if (supervisor.isEnding()) return;
    await supervisor.end();
    process.exit(code);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void leave(0));

  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: settings.dataDir,
    ...gatewayEnv(settings),
    ...ingest?.env,
  };
  say('starting the API');
  supervisor.start({
    name: 'api',
    program: 'apps/api/src/main.ts',
    env: { ...env, ...behindEdge(process.env) },
  });
  if (settings.gatewayPort)
    supervisor.start({ name: 'gateway', program: 'tools/gateway/main.ts', env });
  try {
    if (!isPrebuilt()) {
      say('building what has changed');
      await build(root, built);
    }
    say('creating releases');
    const made = await release(root, env, built);
    say('starting the edge');
    supervisor.start({ name: 'edge', program: 'apps/edge/src/main.ts', env });
    await setStable(env, made, longest);
    await ready(settings);
    supervisor.settle();
    startLecture(supervisor, env, ingest);
    for (const line of table(settings, env['LIVE_RTMP'])) console.log(line);
    console.log(`ready http://${settings.mainDomain}:${settings.port}`);
  } catch (fault) {
    if (supervisor.isEnding()) return;
    await leave(
      1,
      fault instanceof CannotStart
        ? fault.message
        : String(fault instanceof Error ? fault.stack : fault),
    );
  }
}

/** Waits until both are healthy and the first page can be rendered. */
async function ready(settings: Settings): Promise<void> {
  const until = Date.now() + longest;
  const well = async () => {
    const answer = await fetch(`http://127.0.0.1:${settings.port}/healthz`, {
      signal: AbortSignal.timeout(3000),
    });
    const { status } = (await answer.json()) as { status: string };
    return status === 'ok';
  };
  while (!(await well().catch(() => false))) {
    if (Date.now() > until) throw new CannotStart('the servers did not become ready');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

main().catch((fault: unknown) => {
  const known =
    fault instanceof CannotStart || fault instanceof FolderInUse || fault instanceof Missing;
  console.error(known ? fault.message : fault);
  process.exit(1);
});
