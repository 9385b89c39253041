import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings/settings.ts';
import type { Db } from '../database/database.ts';
import { getSites } from './site.cache.ts';
import { isApiHost, isEarly, isOver, plainHost, siteOfHost } from './site.rules.ts';

interface Source {
  db: Db;
  settings: Settings;
}

/** Whether a resource of this site may be served to a request: not at the host of another site. The
 * API's own host and hosts for files belong to no site. */
export async function isOfSite(
  context: Source,
  request: FastifyRequest,
  siteId: string,
): Promise<boolean> {
  const host = request.headers.host ?? '';
  const { localPort } = request.socket;
  if (isApiHost(host, { ...context.settings, localPort })) return true;
  const through = siteOfHost(await getSites(context), plainHost(host));
  return through === undefined || through.site_id === siteId;
}

/** The same, while the service of the site has begun and not ended. */
export async function isServedSite(
  context: Source & { now(): Date },
  request: FastifyRequest,
  siteId: string,
): Promise<boolean> {
  const site = (await getSites(context)).find(({ site_id }) => site_id === siteId);
  const now = context.now();
  if (!site || isOver(site, now) || isEarly(site, now)) return false;
  return isOfSite(context, request, siteId);
}
