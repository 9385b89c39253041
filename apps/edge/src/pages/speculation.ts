import type { FastifyInstance } from 'fastify';
import type { Address } from '../http/hosts.ts';

const rules = '/edge/speculation.json';

/** Pages of the main family may be prerendered with the learner's cookies. */
export function speculation(address: Address): Record<string, string> {
  if (address.kind === 'other') return {};
  return { 'speculation-rules': `"${rules}"`, 'supports-loading-mode': 'credentialed-prerender' };
}

/** Speculation rules: links to another area are prerendered on hover or pointer down. */
export function registerSpeculation(app: FastifyInstance, mainDomain: string): void {
  const hosts = [mainDomain, `player.${mainDomain}`, `user.${mainDomain}`];
  const where = {
    and: [
      { or: hosts.map((hostname) => ({ href_matches: { hostname, pathname: '/*' } })) },
      { not: { href_matches: '/*' } },
    ],
  };
  const body = JSON.stringify({
    prerender: [{ where, eagerness: 'moderate' }],
    prefetch: [{ where, eagerness: 'moderate' }],
  });
  app.get(rules, (_, reply) =>
    reply
      .headers({ 'content-type': 'application/speculationrules+json', 'cache-control': 'no-cache' })
      .send(body),
  );
}
