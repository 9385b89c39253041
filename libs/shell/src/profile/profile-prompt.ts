import { getDefaultStore, atom, type PrimitiveAtom } from 'jotai';
import type { QueryClient } from '@tanstack/react-query';
import { requireSignIn } from '../sign-in/require-sign-in.ts';
import { userInfoQuery } from '../session/use-user-info.ts';

/** The dialog for an incomplete profile: whether it is shown, and who awaits it. */
export interface ProfilePrompt {
  isShown: boolean;
  /** An action requires the profile and waits for it. */
  isNeeded: boolean;
}

const key = Symbol.for('cme.profile-prompt.1');
const page = globalThis as { [key: symbol]: PrimitiveAtom<ProfilePrompt> | undefined };
const closed: ProfilePrompt = { isShown: false, isNeeded: false };

/** One per page, even if two releases of this library are loaded. */
export const profilePromptAtom: PrimitiveAtom<ProfilePrompt> = (page[key] ??= atom(closed));

export const showProfilePrompt = (isNeeded: boolean): void =>
  getDefaultStore().set(profilePromptAtom, { isShown: true, isNeeded });
export const closeProfilePrompt = (): void => getDefaultStore().set(profilePromptAtom, closed);

/**
 * Resolves to whether the profile is complete: signs in first if necessary and asks for missing
 * fields, even if that was postponed.
 */
export async function requireProfile(client: QueryClient): Promise<boolean> {
  await requireSignIn();
  const isComplete = async () =>
    (await client.ensureQueryData(userInfoQuery())).is_complete === 'Y';
  if (await isComplete()) return true;
  showProfilePrompt(true);
  const store = getDefaultStore();
  await new Promise<void>((resolve) => {
    const stop = store.sub(profilePromptAtom, () => {
      if (store.get(profilePromptAtom).isShown) return;
      stop();
      resolve();
    });
  });
  return isComplete();
}
