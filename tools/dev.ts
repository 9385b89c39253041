import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { acquireLock } from '@cme/api/settings/folder-lock';
import { type OwnApplication, applications, readStateFile } from '@cme/release';
import { build, BuildError } from './build/build.ts';
import { createReleases } from './rollout/release.ts';
import { createSupervisor } from './start/children.ts';
import { activateReleases, readPatience } from './start/readiness.ts';
import {
  createApiEnv,
  StartError,
  checkPortIsFree,
  checkPorts,
  createGatewayEnv,
  readSettings,
} from './start/settings.ts';
import { createStartTable } from './start/start-table.ts';

const root = join(import.meta.dirname, '..');
const areas = applications.filter((name) => name !== 'commons');

interface Wanted {
  source: OwnApplication[];
  /** All other areas are the stable releases of this installation. */
  isBesideReleases: boolean;
}

/** Areas that run from source; all of them unless `--only` names some. The portal always does: on
 * customer domains it provides the React that all areas share, and a production build cannot run
 * development code. With `--others stable` the portal is the released one, and areas from source
 * are built for its React, without hot reload. */
function parseArguments(): Wanted {
  const { values } = parseArgs({
    options: { only: { type: 'string', multiple: true }, others: { type: 'string' } },
  });
  const isBesideReleases = values.others === 'stable';
  if (values.others !== undefined && !(isBesideReleases && values.only))
    throw new StartError('--others knows "stable" alone, and needs --only');
  if (!values.only) return { source: [...areas], isBesideReleases };
  const named = values.only.flatMap((list) => list.split(','));
  const unknown = named.find((name) => !areas.some((area) => area === name));
  if (unknown !== undefined)
    throw new StartError(`unknown area "${unknown}"; use ${areas.join(', ')}`);
  const isSource = (area: OwnApplication) =>
    named.includes(area) || (area === 'portal' && !isBesideReleases);
  return { source: areas.filter(isSource), isBesideReleases };
}

/** Builds and releases applications that have no stable release in this installation yet. */
function findUnreleased(dataDir: string, others: OwnApplication[]): OwnApplication[] {
  const { areas = {} } = readStateFile(join(dataDir, 'rollout.json')) ?? {};
  return others.filter((name) => !areas[name]?.stable);
}

async function main(): Promise<void> {
  const { source, isBesideReleases } = parseArguments();
  const settings = readSettings(process.env);
  const patience = readPatience(process.env, settings.dataDir);
  process.on('exit', acquireLock(join(settings.dataDir, 'start.lock')));
  const ports = new Map(source.map((area, index) => [area, settings.apiPort + 1 + index]));
  await checkPorts(settings);
  for (const port of ports.values()) await checkPortIsFree(port, 'PORT', '127.0.0.1');

  const others = isBesideReleases
    ? findUnreleased(
        settings.dataDir,
        applications.filter((name) => !source.includes(name)),
      )
    : areas.filter((area) => !source.includes(area));
  const missing = others.filter((name) => !existsSync(join(root, 'apps', name, 'dist')));
  if (missing.length > 0) await build(root, missing);
  const releaseIds = await createReleases(
    root,
    { ...process.env, DATA_DIR: settings.dataDir },
    others,
  );

  const supervisor = createSupervisor(
    root,
    join(settings.dataDir, 'logs'),
    (name) => void shutDown(1, `${name} does not stay up`),
  );
  async function shutDown(code: number, line?: string): Promise<void> {
    if (line) console.error(line);
    if (supervisor.isEnding()) return;
    await supervisor.end();
    process.exit(code);
  }
  const env = {
    ...process.env,
    DATA_DIR: settings.dataDir,
    BESIDE_RELEASES: isBesideReleases ? 'Y' : '',
    ...createGatewayEnv(settings),
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void shutDown(0));
  const origins = Object.fromEntries(
    [...ports].map(([area, port]) => [area, `http://127.0.0.1:${port}`]),
  );
  for (const area of source) {
    const args = ['dev', '--port', String(ports.get(area))];
    supervisor.start({
      name: area,
      program: 'node_modules/@rsbuild/core/bin/rsbuild.js',
      args,
      folder: `apps/${area}`,
      shown: true,
      env: { ...env, NODE_ENV: 'development' },
    });
  }
  supervisor.start({
    name: 'api',
    program: 'apps/api/src/main.ts',
    watch: true,
    env: { ...env, ...createApiEnv(process.env) },
  });
  if (settings.gatewayPort)
    supervisor.start({ name: 'gateway', program: 'tools/gateway/main.ts', env });
  if (settings.smsPort) supervisor.start({ name: 'sms', program: 'tools/sms/main.ts', env });
  supervisor.start({
    name: 'edge',
    program: 'apps/edge/src/main.ts',
    watch: true,
    env: { ...env, SOURCE_ORIGINS: JSON.stringify(origins) },
  });
  await activateReleases(env, releaseIds, patience);
  supervisor.settle();
  for (const line of createStartTable(settings)) console.log(line);
  console.log(
    `from source: ${source.join(', ')}${isBesideReleases ? ', beside what is stable; the panel of each page changes it' : ''}`,
  );
}

main().catch((error: unknown) => {
  const isExpected = error instanceof StartError || error instanceof BuildError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
});
