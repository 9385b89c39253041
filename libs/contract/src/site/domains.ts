import * as z from 'zod/mini';

/** What an edge asks for: on the API's own port, with the edge's token. */
export const siteDomainsPath = '/internal/sites/domains';

/** Domains of all sites, lower case, without port. */
export const SiteDomains = z.object({ domains: z.array(z.string()) });
export type SiteDomains = z.infer<typeof SiteDomains>;
