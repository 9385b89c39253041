import type { AppContext } from '../../platform/context/context.ts';
import { readActiveFactor } from '../../person/identity/factor/factor.store.ts';

/** Whether somebody has a second factor, for the next step that a command names. */
export const hasFactor = async (
  { db, settings, now }: AppContext,
  user_id: string,
): Promise<boolean> => Boolean(await readActiveFactor(db, settings, user_id, now()));
