import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { mainSite, sitesOf } from '../../../platform/sites/site.cache.ts';
import { addressOf } from '../../../platform/sites/site.rules.ts';
import { issuerAddresses, issuerDocument, revocationList } from './badge.ts';
import { invalidOf, issuerOf } from '../certificate.store.ts';

/** The base URL of a site as an issuer. */
export async function addressesOf(context: AppContext, siteId: string) {
  const main = await mainSite(context);
  return issuerAddresses(
    addressOf(main?.domain ?? context.settings.mainDomain, context.settings.port),
    siteId,
  );
}

/** Endpoints for third-party verifiers: the issuer with its key, and the revocations. Public, at
 * permanent URLs. */
export function registerBadges(app: FastifyInstance, context: AppContext): void {
  const answers = (
    path: string,
    createDocument: (siteId: string, siteName: string, domain: string) => Promise<object>,
  ) =>
    app.get<{ Params: { site_id: string } }>(path, async ({ params }, reply) => {
      const site = (await sitesOf(context)).find(({ site_id }) => site_id === params.site_id);
      if (!site) throw new Refusal(404, '没有这个发证单位', 'not_found');
      const body = await createDocument(site.site_id, site.site_name, site.domain);
      return reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'access-control-allow-origin': '*',
          'cache-control': 'public, max-age=60',
        })
        .send(JSON.stringify(body));
    });
  answers('/qm/badges/issuer/:site_id', async (siteId, siteName, domain) => {
    const { name } = await issuerOf(context.db, siteId, siteName);
    return issuerDocument(
      context.settings,
      await addressesOf(context, siteId),
      name,
      addressOf(domain, context.settings.port),
    );
  });
  answers('/qm/badges/revocations/:site_id', async (siteId) =>
    revocationList(await addressesOf(context, siteId), await invalidOf(context.db, siteId)),
  );
}
