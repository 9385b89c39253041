import type { House, SignedIn } from './house.ts';
import type { Site } from './modules/site/site.store.ts';

/** Who a token of this site belongs to. */
export async function whoIs(_house: House, _token: string, _site: Site): Promise<SignedIn | undefined> {
  return undefined;
}
