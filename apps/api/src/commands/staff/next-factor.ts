import type { AppContext } from '../../platform/context/context.ts';
import { readActiveFactor } from '../../person/identity/factor/factor.store.ts';

/** Whether somebody has a second factor, for the next step that a command names. */
export const hasFactor = async (
  { db, settings, now }: AppContext,
  userId: string,
): Promise<boolean> => Boolean(await readActiveFactor(db, settings, userId, now()));
