import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { takeLock } from '../apps/api/src/settings/folder-lock.ts';
import { type Application } from '../apps/edge/src/releases/manifest.ts';
import { build, release, setStable } from './build/build.ts';
import { openFamily } from './start/children.ts';
import { behindEdge, CannotStart, freePort, gatewayEnv, readSettings } from './start/settings.ts';
import { table } from './start/start-table.ts';

const root = join(import.meta.dirname, '..');
/** The first start makes the database and its sample content. */
const longest = 150_000;
const areas = ['portal', 'player', 'user-centre'] as const;

/** Areas that run from source; all of them unless `--only` names some. The portal always does: on
 * customer domains it brings the React that all areas share, and one made for production cannot
 * run what is made for development. */
function wanted(): Application[] {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
  if (!values.only) return [...areas];
  const named = values.only.flatMap((list) => list.split(','));
  const unknown = named.find((name) => !areas.some((area) => area === name));
  if (unknown !== undefined)
    throw new CannotStart(`no area "${unknown}"; there are ${areas.join(', ')}`);
  return areas.filter((area) => area === 'portal' || named.includes(area));
}

async function main(): Promise<void> {
  const source = wanted();
  const settings = readSettings(process.env);
  process.on('exit', takeLock(join(settings.dataDir, 'start.lock')));
  const ports = new Map(source.map((area, at) => [area, settings.apiPort + 1 + at]));
  await freePort(settings.port, 'PORT');
  await freePort(settings.apiPort, 'API_PORT', '127.0.0.1');
  for (const port of ports.values()) await freePort(port, 'PORT', '127.0.0.1');
  if (settings.gatewayPort) await freePort(settings.gatewayPort, 'PAY_GATEWAY_PORT', '127.0.0.1');

  const built = areas.filter((area) => !source.includes(area));
  const missing = built.filter((area) => !existsSync(join(root, 'apps', area, 'dist/web')));
  if (missing.length > 0) await build(root, missing);
  const made = await release(root, { ...process.env, DATA_DIR: settings.dataDir }, [...built]);

  const family = openFamily(
    root,
    join(settings.dataDir, 'logs'),
    (name) => void leave(1, `${name} does not stay up`),
  );
  async function leave(code: number, line?: string): Promise<void> {
    if (line) console.error(line);
    if (family.isEnding()) return;
    await family.end();
    process.exit(code);
  }
  const env = { ...process.env, DATA_DIR: settings.dataDir, ...gatewayEnv(settings) };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void leave(0));
  const origins = Object.fromEntries(
    [...ports].map(([area, port]) => [area, `http://127.0.0.1:${port}`]),
  );
  for (const area of source) {
    const args = ['dev', '--port', String(ports.get(area))];
    family.start({
      name: area,
      program: 'node_modules/@rsbuild/core/bin/rsbuild.js',
      args,
      folder: `apps/${area}`,
      shown: true,
      env: { ...env, NODE_ENV: 'development' },
    });
  }
  family.start({
    name: 'api',
    program: 'apps/api/src/main.ts',
    watch: true,
    env: { ...env, ...behindEdge(process.env) },
  });
  if (settings.gatewayPort)
    family.start({ name: 'gateway', program: 'tools/gateway/main.ts', env });
  family.start({
    name: 'edge',
    program: 'apps/edge/src/main.ts',
    watch: true,
    env: { ...env, SOURCE_ORIGINS: JSON.stringify(origins) },
  });
  await setStable(env, made, longest);
  family.settle();
  for (const line of table(settings)) console.log(line);
  console.log(`from source: ${source.join(', ')}`);
}

main().catch((fault: unknown) => {
  console.error(fault instanceof CannotStart ? fault.message : fault);
  process.exit(1);
});
