import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type OwnApplication, applications as all, makeRelease } from '@cme/release';
import { createRolloutClient, CommandRefusedError } from '../rollout/client.ts';
import { collectBuildInfo } from '../rollout/making.ts';
import { StartError } from '../start/settings.ts';

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
  if (code !== 0) throw new StartError(`${output.join('')}\nthe build failed`);
}

/** Creates releases from the builds and returns the new ones. Does not activate them. */
export async function release(
  root: string,
  env: NodeJS.ProcessEnv,
  applications: OwnApplication[],
  log: (line: string) => void = console.log,
): Promise<Partial<Record<OwnApplication, string>>> {
  const releaseIds: Partial<Record<OwnApplication, string>> = {};
  for (const application of applications) {
    const dist = join(root, 'apps', application, 'dist');
    const { manifest, isNew } = await makeRelease(application, dist, collectBuildInfo(dist, env));
    releaseIds[application] = manifest.id;
    log(`  ${application.padEnd(12)} ${manifest.id}${isNew ? ' new' : ''}`);
  }
  return releaseIds;
}

/** Once the API is up, makes them stable for areas without a lock or a candidate. */
export async function setStable(
  env: NodeJS.ProcessEnv,
  releaseIds: Partial<Record<OwnApplication, string>>,
  timeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const client = createRolloutClient(env);
  for (;;) {
    try {
      return void (await client.built(releaseIds));
    } catch (error) {
      if (!(error instanceof CommandRefusedError) || error.code !== 'away' || Date.now() > deadline)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
