import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { RolloutCommand } from '@cme/contract/site/rollout';
import { type Application, makeRelease } from '@cme/release';
import { createRolloutClient } from '../../tools/rollout/client.ts';
import { collectBuildInfo } from '../../tools/rollout/making.ts';
import { expect } from '../support/journey.ts';
import { actAsStaff, runAsStaff } from '../support/staff.ts';
import { until } from '../support/until.ts';

export const root = join(import.meta.dirname, '../..');
export const stackEnv = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PORT: process.env.STACK_PORT,
  API_PORT: process.env.STACK_API_PORT,
  DATA_DIR: process.env.STACK_DATA,
  ...(process.env.APIS && {
    API_UPSTREAM: process.env.APIS.split(',')
      .map((port) => `127.0.0.1:${port}`)
      .join(),
  }),
  ...(process.env.STACK_SECRET && { APP_SECRET: process.env.STACK_SECRET }),
});

/** What an operator types, with its exit code and how long it took. */
export const runRollout = (...args: string[]) => runRolloutIn(root, ...args);

/** The same command, run in another workspace. */
export const runRolloutIn = (workspace: string, ...args: string[]) =>
  runRolloutOn(stackEnv(), workspace, ...args);

/** The same command for the installation with these settings. */
export async function runRolloutOn(
  settings: NodeJS.ProcessEnv,
  workspace: string,
  ...args: string[]
) {
  const startedAt = Date.now();
  const result = await runAsStaff(join(workspace, 'tools/rollout.ts'), args, settings);
  return { ...result, took: Date.now() - startedAt };
}

/** Runs a command and throws with its output if it is refused. */
export async function expectRollout(...args: string[]) {
  const result = await runRollout(...args, '--yes', '--json');
  expect(result.code, result.output).toBe(0);
  return { ...result, said: JSON.parse(result.answer) as { edges: { milliseconds: number } } };
}

interface AreaStatus {
  stable: string;
  candidate: string | null;
  percent: number;
  /** Who has locked it, and why; empty if nobody. */
  lock: string;
}

/** Read without a process of its own, which takes a second. */
export async function getAreaStatus(area: string): Promise<AreaStatus> {
  const { state } = await createRolloutClient(stackEnv()).report({ most: 1 });
  const track = state.areas[area];
  if (!track?.stable) throw new Error(`${area} has no release`);
  const { stable, candidate, percent, lock } = track;
  return { stable, candidate, percent, lock: lock ? `${lock.by}：${lock.reason}` : '' };
}

type Step = Pick<RolloutCommand, 'action' | 'area' | 'release' | 'percent' | 'force'>;

/** Sets up a test without a process and its gates; returns when every edge has followed. */
export async function arrangeRollout(step: Step, settings = stackEnv()): Promise<void> {
  const client = createRolloutClient(settings);
  const command = { ...step, request_id: randomUUID(), reason: 'arranged by a test' };
  const { state } = await actAsStaff(settings, (credentials, store) =>
    client.command(command, credentials, store),
  );
  await until('the edges follow', async () => {
    const { edges } = await client.report({ most: 1 });
    return edges.every(({ revision }) => revision >= state.revision) || undefined;
  });
}

/** Opens the link that the tool gives for a tester: this browser gets the candidate. */
export async function openAsTester(page: Page, origin: string, area: Application): Promise<void> {
  const { code, answer, output } = await runRollout('tester', area, '--json');
  expect(code, output).toBe(0);
  await page.goto(origin + (JSON.parse(answer) as { path: string }).path);
}

/** Options that promote a candidate which too few networks have seen. */
export const unjudged = ['--force', '--reason', '测试中的版本'];

/** Restores the state of an area after a test. */
export async function restoreArea(area: Application, stable: string): Promise<void> {
  const status = await getAreaStatus(area);
  if (status.candidate) await arrangeRollout({ action: 'abort', area });
  if (status.stable !== stable) await arrangeRollout({ action: 'rollback', area, release: stable });
  if ((await getAreaStatus(area)).lock) await arrangeRollout({ action: 'unlock', area });
}

/** Creates a release from a build folder. */
export async function createRelease(application: Application, dist: string): Promise<string> {
  const result = await makeRelease(application, dist, collectBuildInfo(dist, stackEnv()));
  return result.manifest.id;
}

/** The last build of an application with a harmless extra line in every entry, so that it is a
 * different release. */
export async function createDifferentRelease(
  application: Application,
  line = ';',
): Promise<string> {
  const dist = mkdtempSync(join(tmpdir(), `cme-${application}-`));
  cpSync(join(root, 'apps', application, 'dist'), dist, { recursive: true });
  for (const folder of ['web', 'area'])
    for (const name of readdirSync(dist).includes(folder) ? readdirSync(join(dist, folder)) : [])
      if (/^(index\.\w+|remoteEntry)\.js$/.test(name))
        writeFileSync(
          join(dist, folder, name),
          readFileSync(join(dist, folder, name), 'utf8') + line,
        );
  try {
    return await createRelease(application, dist);
  } finally {
    rmSync(dist, { recursive: true, force: true });
  }
}

/** The release that a page reports. */
export const readReleaseId = (page: Page, application: Application): Promise<string> =>
  page.evaluate(
    (name) =>
      JSON.parse(document.getElementById('site')?.textContent ?? '{}').releases[name] as string,
    application,
  );
