import * as z from 'zod/mini';
import { SiteLogo } from './site.ts';

export { type AreaName, areas } from './areas.ts';

/** What the edge writes into every page as `<script type="application/json" id="site">`: the
 * per-host settings that no build contains. Readers ignore keys they do not know; keys are only
 * ever added. */
export const PageBlock = z.object({
  contract: z.number(),
  /** The address bar's host, port included. */
  host: z.string(),
  /** Goes into every body; the host without its port. */
  full_domain_name: z.string(),
  site: SiteLogo,
  /** Origins without a trailing slash; empty means this origin. */
  addresses: z.object({ api: z.string(), console: z.string(), content: z.string() }),
  /** Origin on which each area lives; empty means mounted on this one. */
  areas: z.object({ portal: z.string(), player: z.string(), user: z.string() }),
  /** Hosts, port included, to which a redirect may lead. */
  family: z.array(z.string()),
  /** Host-wide cookie domain of the family, empty on a customer domain. */
  cookie_domain: z.string(),
  /** Federated containers of this host: commons and, where areas are mounted, the areas. */
  remotes: z.array(
    z.object({
      name: z.string(),
      alias: z.string(),
      entry: z.string(),
      /** As browsers check it; absent where an area runs from source. */
      integrity: z.optional(z.string()),
    }),
  ),
  /** Style nonce of this answer's content security policy. */
  nonce: z.string(),
  /** Release of each area that this page was made from. */
  releases: z.record(z.string(), z.string()),
});
export type PageBlock = z.infer<typeof PageBlock>;
