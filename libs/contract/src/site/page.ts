import * as z from 'zod/mini';
import { SiteLogo } from './site.ts';

export {
  applicationOf,
  type AreaName,
  areas,
  isOutsideName,
  reservedNames,
  toApplication,
} from './areas.ts';

/**
 * Written by the edge into every page as `<script type="application/json" id="site">`: the per-host
 * settings that no build contains. Readers ignore unknown keys; keys are only ever added.
 */
export const PageBlock = z.object({
  contract: z.number(),
  /** The address bar's host, with port. */
  host: z.string(),
  /** Sent with every body; the host without port. */
  full_domain_name: z.string(),
  site: SiteLogo,
  /** Origins without a trailing slash; empty means this origin. */
  addresses: z.object({ api: z.string(), console: z.string(), content: z.string() }),
  /** Origin of each area; empty means mounted on this one. Absent if an older edge does not know it. */
  areas: z.record(z.string(), z.string()),
  /** Hosts, with port, to which a redirect may lead. */
  family: z.array(z.string()),
  /** Host-wide cookie domain of the family, empty on a customer domain. */
  cookie_domain: z.string(),
  /** Federated containers of this host: commons and, where areas are mounted, the areas. */
  remotes: z.array(
    z.object({
      name: z.string(),
      alias: z.string(),
      entry: z.string(),
      /** SRI hash; absent where an area runs from source. */
      integrity: z.optional(z.string()),
    }),
  ),
  /** Style nonce of this response's content security policy. */
  nonce: z.string(),
  /** Release of each area used for this page. */
  releases: z.record(z.string(), z.string()),
});
export type PageBlock = z.infer<typeof PageBlock>;
