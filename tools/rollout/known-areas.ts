import { type Application, applications } from '@cme/contract/site/rollout';
import type { RolloutClient } from './client.ts';

/**
 * The areas that a command may name: the product's, and those that the installation mounts. It is
 * asked only if another one is named, because some commands work without it.
 */
export async function listKnownAreas(
  command: string,
  words: readonly string[],
  openClient: () => Pick<RolloutClient, 'report'>,
): Promise<readonly Application[]> {
  const areas = command === 'release' ? words : words.slice(0, 1);
  const others = areas.filter((word) => !applications.some((own) => own === word));
  if (others.length === 0) return applications;
  if (command === 'release' || command === 'mount') return [...applications, ...others];
  const { state } = await openClient().report({ most: 1 });
  return [...new Set([...applications, ...Object.keys(state.areas)])];
}
