import * as apiClient from '@cme/commons/api-client';
import * as authToken from '@cme/commons/auth-token';
import * as branding from '@cme/commons/branding';
import * as routeLinks from '@cme/commons/route-links';

declare const COMMONS_VERSION: string;

/**
 * Semver of libs/commons at build time. A page adopts these modules only when the major version
 * matches its own.
 */
export const version = COMMONS_VERSION;

/** All four modules load together, so a page never mixes two releases. */
export const modules = {
  '@cme/commons/auth-token': authToken,
  '@cme/commons/api-client': apiClient,
  '@cme/commons/branding': branding,
  '@cme/commons/route-links': routeLinks,
};
