import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type OwnApplication, applications as all } from '@cme/release';

/** The build failed; its message is what the build printed. */
export class BuildError extends Error {}

/** Nx project names of the applications. */
export const builtApplications: OwnApplication[] = [
  'commons',
  ...all.filter((name) => name !== 'commons'),
];
const toProjectName = (application: OwnApplication) =>
  application === 'commons' ? 'commons-host' : application;

/** `npm test` builds once and then starts several stacks side by side. A stack must not build again:
 * Nx may rewrite the folder that another stack is reading. */
export const isPrebuilt = (): boolean => process.env['SKIP_BUILD'] === '1';

/** Builds what has changed; Nx takes the rest from its cache. */
export async function build(root: string, applications: OwnApplication[]): Promise<void> {
  const args = [
    'run-many',
    '-t',
    'build',
    '-p',
    applications.map(toProjectName).join(','),
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
  if (code !== 0) throw new BuildError(`${output.join('')}\nthe build failed`);
}
