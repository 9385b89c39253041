import { join } from 'node:path';
import { wirePath } from '@cme/contract/base';
import { siteLogo } from '@cme/contract/site';
import type { OwnApplication } from '@cme/contract/site/rollout';
import { CommandRefusedError } from '../rollout/client.ts';
import { setStable } from '../rollout/set-stable.ts';
import { type Settings, StartError } from './settings.ts';

/** How long a start waits for its servers, and where their logs are. */
export interface Patience {
  timeoutMs: number;
  logs: string;
}

/** The first start creates the database and its sample content. */
const usualSeconds = 150;

export function readPatience(env: NodeJS.ProcessEnv, dataDir: string): Patience {
  const seconds = Number(env['START_SECONDS'] || usualSeconds);
  if (!(seconds > 0 && seconds <= 86_400))
    throw new StartError(`setting START_SECONDS=${env['START_SECONDS']} cannot be used`);
  return { timeoutMs: seconds * 1000, logs: join(dataDir, 'logs') };
}

const createTimeoutError = (what: string, name: string, { timeoutMs, logs }: Patience) =>
  new StartError(
    `${what} within ${timeoutMs / 1000} s; its log: ${join(logs, `${name}.log`)}; a slow machine needs a larger START_SECONDS`,
  );

/** Waits for the API and makes these releases stable. */
export async function activateReleases(
  env: NodeJS.ProcessEnv,
  releaseIds: Partial<Record<OwnApplication, string>>,
  patience: Patience,
): Promise<void> {
  try {
    await setStable(env, releaseIds, patience.timeoutMs);
  } catch (error) {
    if (!(error instanceof CommandRefusedError)) throw error;
    if (error.code === 'away') throw createTimeoutError('the API did not answer', 'api', patience);
    throw new StartError(
      `the API refused the releases: ${error.message}; its log: ${join(patience.logs, 'api.log')}`,
    );
  }
}

/** Waits until both servers are healthy and every application has a release. */
export async function waitUntilHealthy(port: number, patience: Patience): Promise<void> {
  const deadline = Date.now() + patience.timeoutMs;
  const readStatus = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, {
      signal: AbortSignal.timeout(3000),
    });
    return ((await answer.json()) as { status: string }).status;
  };
  for (;;) {
    const status = await readStatus().catch(() => undefined);
    if (status === 'ok') return;
    if (Date.now() > deadline)
      throw createTimeoutError(
        status ? `the edge stayed ${status}` : 'the edge did not answer',
        'edge',
        patience,
      );
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Whether the main domain has a site; an empty installation has none yet. */
export async function hasMainSite({
  apiPort,
  mainDomain,
}: Pick<Settings, 'apiPort' | 'mainDomain'>): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${apiPort}${wirePath(siteLogo.path)}`, {
    method: 'POST',
    body: new URLSearchParams({ full_domain_name: mainDomain }),
    signal: AbortSignal.timeout(10_000),
  });
  return ((await answer.json()) as { isSuccess: boolean }).isSuccess;
}
