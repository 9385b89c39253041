import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closeDataFolder } from '@cme/api/settings/data-folder';
import { FolderInUseError, acquireLock } from '@cme/api/settings/folder-lock';
import { build, BuildError, builtApplications, isPrebuilt } from './build/build.ts';
import { findIngest, requireIngest } from './ingest/find.ts';
import { MissingPackageError } from './programs/packages.ts';
import { createReleases } from './rollout/release.ts';
import { createSupervisor } from './start/children.ts';
import {
  activateReleases,
  hasMainSite,
  readPatience,
  waitUntilHealthy,
} from './start/readiness.ts';
import {
  createApiEnv,
  StartError,
  checkPortIsFree,
  checkPorts,
  createGatewayEnv,
  type IngestPlace,
  getIngestPlace,
  readSettings,
  type Settings,
} from './start/settings.ts';
import { createFirstSteps, createStartTable } from './start/start-table.ts';

const root = join(import.meta.dirname, '..');
const startedAt = performance.now();
const printLine = (line: string) =>
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${line}`);

/** The API has printed why it cannot start. */
const exitAlreadyExplained = 78;

/** The RTMP address for streams; with `--live` missing programs are installed first. */
async function prepareIngest(settings: Settings, lectures: boolean) {
  if (lectures) requireIngest();
  const ingest = getIngestPlace(process.env, settings, findIngest() !== undefined);
  if (ingest) await checkPortIsFree(ingest.port, 'INGEST_PORT', '127.0.0.1');
  return ingest;
}

/** Runs the sample lecture if requested. */
function startLecture(
  supervisor: ReturnType<typeof createSupervisor>,
  env: NodeJS.ProcessEnv,
  ingest: IngestPlace | undefined,
): void {
  if (ingest) supervisor.start({ name: 'ingest', program: 'tools/ingest/main.ts', env });
  if (options.live) supervisor.start({ name: 'lecture', program: 'tools/ingest/lecture.ts', env });
}

const { values: options } = parseArgs({ options: { live: { type: 'boolean', default: false } } });

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const patience = readPatience(process.env, settings.dataDir);
  closeDataFolder(settings.dataDir);
  process.on('exit', acquireLock(join(settings.dataDir, 'start.lock')));
  await checkPorts(settings);
  const ingest = await prepareIngest(settings, options.live);

  const supervisor = createSupervisor(
    root,
    patience.logs,
    (name, reason) =>
      void shutDown(
        1,
        reason === exitAlreadyExplained
          ? undefined
          : `the ${name} does not stay up; its log: ${join(patience.logs, `${name}.log`)}`,
      ),
  );
  async function shutDown(code: number, line?: string): Promise<void> {
    if (line) console.error(line);
    if (supervisor.isEnding()) return;
    await supervisor.end();
    process.exit(code);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void shutDown(0));

  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: settings.dataDir,
    ...createGatewayEnv(settings),
    ...ingest?.env,
  };
  printLine('a first start takes 2 to 5 minutes, a later one less than one');
  printLine('starting the API');
  supervisor.start({
    name: 'api',
    program: 'apps/api/src/main.ts',
    env: { ...env, ...createApiEnv(process.env) },
  });
  if (settings.gatewayPort)
    supervisor.start({ name: 'gateway', program: 'tools/gateway/main.ts', env });
  if (settings.smsPort) supervisor.start({ name: 'sms', program: 'tools/sms/main.ts', env });
  try {
    if (!isPrebuilt()) {
      printLine('building what has changed');
      await build(root, builtApplications);
    }
    printLine('creating releases');
    const releaseIds = await createReleases(root, env, builtApplications);
    printLine('starting the edge');
    supervisor.start({ name: 'edge', program: 'apps/edge/src/main.ts', env });
    await activateReleases(env, releaseIds, patience);
    await waitUntilHealthy(settings.port, patience);
    supervisor.settle();
    startLecture(supervisor, env, ingest);
    for (const line of createStartTable(settings, env['LIVE_RTMP'])) console.log(line);
    if (!(await hasMainSite(settings)))
      for (const line of createFirstSteps(settings)) console.log(line);
    printLine('started');
    console.log(`ready http://${settings.mainDomain}:${settings.port}`);
  } catch (error) {
    if (supervisor.isEnding()) return;
    await shutDown(
      1,
      error instanceof StartError || error instanceof BuildError
        ? error.message
        : String(error instanceof Error ? error.stack : error),
    );
  }
}

main().catch((error: unknown) => {
  const isExpected =
    error instanceof StartError ||
    error instanceof FolderInUseError ||
    error instanceof MissingPackageError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
});
