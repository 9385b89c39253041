import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { mainSite, getSites } from '../../../platform/sites/site.cache.ts';
import { toOrigin } from '../../../platform/sites/site.rules.ts';
import { issuerAddresses, issuerDocument, revocationList } from './badge.ts';
import { findIssuer, readInvalidCertificates } from '../certificate.store.ts';

/** The base URL of a site as an issuer. */
export async function readIssuerAddresses(context: AppContext, siteId: string) {
  const main = await mainSite(context);
  return issuerAddresses(
    toOrigin(main?.domain ?? context.settings.mainDomain, context.settings.port),
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
      const site = (await getSites(context)).find(({ site_id }) => site_id === params.site_id);
      if (!site) throw new RefusalError(404, '没有这个发证单位', 'not_found');
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
    const name = (await findIssuer(context.db, siteId))?.name ?? siteName;
    return issuerDocument(
      context.settings,
      await readIssuerAddresses(context, siteId),
      name,
      toOrigin(domain, context.settings.port),
    );
  });
  answers('/qm/badges/revocations/:site_id', async (siteId) =>
    revocationList(
      await readIssuerAddresses(context, siteId),
      await readInvalidCertificates(context.db, siteId),
    ),
  );
}
