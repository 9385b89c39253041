import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../../platform/settings/settings.ts';
import { isSiteOrigin } from '../../../platform/sites/site.rules.ts';
import type { Site } from '../../../platform/sites/site.store.ts';
import { isSecret, newSecret, secretHash } from '../secret.rules.ts';
import { longestMs } from './session.rules.ts';
import type { Visitor } from './session.store.ts';

/** The session cookie of the platform domains, HttpOnly. A readable companion only indicates that
 * it exists. */
export const cookieName = 'cme_session';
const companion = 'cme_signed';

const truncate = (text: string | undefined, length: number) => (text ?? '').slice(0, length);

export function toVisitor(request: FastifyRequest): Visitor {
  const { origin, 'user-agent': agent } = request.headers;
  return { origin: truncate(origin, 200), user_agent: truncate(agent, 300), address: request.ip };
}

/** Whether this request may set or use the session cookie. Only the main site has platform domains,
 * and only their pages may: a form posted by another page carries another Origin or none. */
export function isFamilyPage(request: FastifyRequest, site: Site, settings: Settings): boolean {
  return site.is_main && isSiteOrigin([site], request.headers.origin, settings.port);
}

/** Identifies this browser, nothing else: its rights are looked up by the hash. */
export const deviceCookie = 'cme_device';
const deviceSeconds = 180 * 86_400;

/** Hash of this browser's device secret, which is created if missing; empty for requests from other
 * pages. */
export function giveDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  settings: Settings,
): string {
  if (!isSiteOrigin([site], request.headers.origin, settings.port)) return '';
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
