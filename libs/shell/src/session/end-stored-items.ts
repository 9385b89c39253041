import type { SessionEvent } from '@cme/commons/auth-token';
import { endTabItems, readTab, writeTab } from '../storage/tab-storage.ts';

/**
 * Nothing of one person is left for the next one at the same computer. A lost session keeps the
 * input of its person, who is asked to sign in again.
 */
export function endStoredItems(event: SessionEvent): void {
  if (event.kind === 'signed-in') endTabItems('stranger');
  if (event.kind === 'signed-out' && event.reason !== 'lost')
    endTabItems('person', 'stranger', 'tab');
}

/** The items of this tab belong to this person from now on; those of another one end. */
export function claimStoredItems(userId: string): void {
  const owner = readTab('owner');
  if (owner === userId) return;
  if (owner !== undefined) endTabItems('person', 'tab');
  writeTab('owner', userId);
}
