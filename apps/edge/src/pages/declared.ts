import { toApplication } from '@cme/contract/site';
import type { AreaPages } from '@cme/contract/site/pages';
import type { Chosen } from '../rollout/rollout.ts';
import type { EdgeSettings } from '../settings/settings.ts';
import { type PageTarget, readTarget } from './page-target.ts';

/** What an area's release says about its pages; an area from source says nothing. */
export const declaredPages = (
  chosen: Pick<Chosen, 'live'>,
  { source }: EdgeSettings,
  area: string,
): AreaPages | undefined =>
  source[toApplication(area)] ? undefined : chosen.live(toApplication(area))?.manifest.pages;

/** What a site shows at every address before it opens and after it has ended. */
export const closedTarget = (declared: AreaPages | undefined): PageTarget =>
  declared?.closed
    ? readTarget(declared.closed, declared)
    : { path: '/', query: '', isShell: true, parts: {} };
