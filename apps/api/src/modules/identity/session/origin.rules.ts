import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../../settings/settings.ts';
import { isOriginOf } from '../../../sites/site.rules.ts';
import type { Site } from '../../../sites/site.store.ts';
import { isSecret, newSecret, secretHash } from '../secret.rules.ts';
import { longestMs } from './session.rules.ts';
import type { Visitor } from './session.store.ts';

/** Holds the family's secret; scripts cannot read it. Its companion only says that it is there. */
export const cookieName = 'cme_session';
const companion = 'cme_signed';

const cut = (text: string | undefined, length: number) => (text ?? '').slice(0, length);

export function visitorOf(request: FastifyRequest): Visitor {
  const { origin, 'user-agent': agent } = request.headers;
  return { origin: cut(origin, 200), user_agent: cut(agent, 300), address: request.ip };
}

/** May this answer set or use the family's cookie? Only the main site has a family, and only its
 * own pages speak for it: a form posted by a stranger's page carries the stranger's Origin, or
 * none. */
export function isFamilyPage(request: FastifyRequest, site: Site, settings: Settings): boolean {
  return site.is_main && isOriginOf([site], request.headers.origin, settings.port);
}

/** Says which browser this is, and nothing else: what it may do is looked up by its hash. */
export const deviceCookie = 'cme_device';
const deviceSeconds = 180 * 86_400;

/** Hash of this browser's device secret, which it is given here where it has none; empty for
 * anybody but a page of this site. */
export function giveDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  settings: Settings,
): string {
  if (!isOriginOf([site], request.headers.origin, settings.port)) return '';
  const before = request.cookies[deviceCookie];
  const secret = isSecret(before) ? before : newSecret();
  const domain = site.is_main ? { domain: site.domain } : {};
  reply.setCookie(deviceCookie, secret, {
    ...domain,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: deviceSeconds,
    path: '/qm/api',
    httpOnly: true,
  });
  return secretHash(secret);
}

export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  secret: string,
): void {
  const shared = {
    domain: site.domain,
    sameSite: 'lax' as const,
    secure: request.protocol === 'https',
    maxAge: longestMs / 1000,
  };
  reply.setCookie(cookieName, secret, { ...shared, path: '/qm/api', httpOnly: true });
  reply.setCookie(companion, '1', { ...shared, path: '/' });
}

export function dropCookie(request: FastifyRequest, reply: FastifyReply, site: Site): void {
  const shared = {
    domain: site.domain,
    sameSite: 'lax' as const,
    secure: request.protocol === 'https',
  };
  reply.clearCookie(cookieName, { ...shared, path: '/qm/api', httpOnly: true });
  reply.clearCookie(companion, { ...shared, path: '/' });
}
