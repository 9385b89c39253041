import { type SiteDomains, siteDomainsPath } from '@cme/contract/site/domains';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import { createProgramCheck } from '../../platform/http/program-token.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { getSites } from '../../platform/sites/site.cache.ts';
import { getHosts } from '../../platform/sites/site.rules.ts';

/** The domains of all sites, for edges: a host that is not among them costs no call. */
export function registerDomains(app: FastifyInstance, context: AppContext): void {
  const isProgram = createProgramCheck(context.settings.secret);
  app.post(siteDomainsPath, async (request, reply) => {
    if (!(await isProgram(request, 'edge')))
      throw new RefusalError(401, '凭证不正确', 'need_login');
    reply.header('cache-control', 'no-store');
    const sites = await getSites(context);
    return { domains: sites.flatMap(getHosts) } satisfies SiteDomains;
  });
}
