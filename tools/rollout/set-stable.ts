import type { OwnApplication } from '@cme/contract/site/rollout';
import { CommandRefusedError, createRolloutClient } from './client.ts';

/** Once the API is up, makes releases stable for areas without a lock or a candidate. */
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
