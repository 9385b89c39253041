import type { RolloutReport } from '@cme/contract/site/rollout';
import { expect, it } from 'vitest';
import type { ReleaseManifest, ReleaseStore } from '@cme/release';
import { describeDifference } from './plan.ts';

/** Manifests by area; the commons library has another version than the application around it. */
const manifests: Record<string, Partial<ReleaseManifest>> = {
  player: { version: '2.0.0', commit: '', contract: 1, commons: '1.1.0', files: {} },
  commons: { version: '1.0.0', commit: '', contract: 1, commons: '1.2.0', files: {} },
};

it('names the library version of commons that an area was built with, and of the live one', async () => {
  const areas = { player: { stable: null }, commons: { stable: '3f2a00000000' } };
  const client = { report: async () => ({ state: { areas } }) as unknown as RolloutReport };
  const store = { manifest: async (area: string) => manifests[area] } as unknown as ReleaseStore;
  const lines = await describeDifference(client, store, 'player', '3f2b00000000');
  expect(lines).toContain('  构建所用 commons 1.1.0，正在使用 1.2.0');
});
