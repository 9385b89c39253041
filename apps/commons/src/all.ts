import * as apiClient from '@cme/commons/api-client';
import * as authToken from '@cme/commons/auth-token';
import * as branding from '@cme/commons/branding';
import * as routeLinks from '@cme/commons/route-links';

declare const COMMONS_VERSION: string;

/** Semver of libs/commons at build time; a page adopts the modules only when its own major is the
 * same. */
export const version = COMMONS_VERSION;

/** All four at once, so that no page ever runs on half a release. */
export const modules = {
  '@cme/commons/auth-token': authToken,
  '@cme/commons/api-client': apiClient,
  '@cme/commons/branding': branding,
  '@cme/commons/route-links': routeLinks,
};
