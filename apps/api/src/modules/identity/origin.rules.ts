import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../settings.ts';
import { isOriginOf } from '../site/site.rules.ts';
import type { Site } from '../site/site.store.ts';
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

/** May this answer set or use the family's cookie? Only the main site has a family, and only its own pages speak for it:
 * a form posted by a stranger's page carries the stranger's Origin, or none. */
export function isFamilyPage(request: FastifyRequest, site: Site, settings: Settings): boolean {
  return site.is_main && isOriginOf([site], request.headers.origin, settings.port);
}

export function setCookie(request: FastifyRequest, reply: FastifyReply, site: Site, secret: string): void {
  const shared = { domain: site.domain, sameSite: 'lax' as const, secure: request.protocol === 'https', maxAge: longestMs / 1000 };
  reply.setCookie(cookieName, secret, { ...shared, path: '/qm/api', httpOnly: true });
  reply.setCookie(companion, '1', { ...shared, path: '/' });
}

export function dropCookie(request: FastifyRequest, reply: FastifyReply, site: Site): void {
  const shared = { domain: site.domain, sameSite: 'lax' as const, secure: request.protocol === 'https' };
  reply.clearCookie(cookieName, { ...shared, path: '/qm/api', httpOnly: true });
  reply.clearCookie(companion, { ...shared, path: '/' });
}
