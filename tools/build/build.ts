import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Application } from '../../apps/edge/src/releases/manifest.ts';
import { publish } from '../../apps/edge/src/releases/publish.ts';
import { readSettings } from '../../apps/edge/src/settings.ts';
import { makingOf } from '../rollout/making.ts';
import { CannotStart } from '../start/settings.ts';

/** Project names of nx, which are the applications' own. */
export const built: Application[] = ['commons', 'portal', 'player', 'user-centre'];
const projectOf = (application: Application) =>
  application === 'commons' ? 'commons-host' : application;

/** Builds what has changed; nx takes the rest from its cache. */
export async function build(root: string, applications: Application[]): Promise<void> {
  const args = [
    'run-many',
    '-t',
    'build',
    '-p',
    applications.map(projectOf).join(','),
    '--outputStyle=static',
  ];
  const nx = spawn(process.execPath, [join(root, 'node_modules/nx/dist/bin/nx.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const output: string[] = [];
  for (const stream of [nx.stdout, nx.stderr])
    stream.on('data', (part: Buffer) => output.push(part.toString()));
  const code = await new Promise((resolve) => nx.on('exit', resolve));
  if (code !== 0) throw new CannotStart(`${output.join('')}\nthe build failed`);
}

/** Makes the builds live; says which are new. */
export async function release(
  root: string,
  env: NodeJS.ProcessEnv,
  applications: Application[],
  say: (line: string) => void = console.log,
): Promise<void> {
  const { releases } = readSettings(env);
  for (const application of applications) {
    const { id, fresh } = await publish(
      releases,
      application,
      join(root, 'apps', application, 'dist'),
      makingOf(root, application, env),
    );
    say(`  ${application.padEnd(12)} ${id}${fresh ? ' new' : ''}`);
  }
}
