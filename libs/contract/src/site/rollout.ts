import * as z from 'zod/mini';
import { type AreaName, applicationOf } from './areas.ts';

/** The applications of the product. */
export type OwnApplication = (typeof applicationOf)[AreaName] | 'commons';
export const applications: readonly OwnApplication[] = [...Object.values(applicationOf), 'commons'];
/** Units that are built, released and rolled out independently: the product's, and mounted ones. */
export type Application = string;
const Application = z.string().check(z.regex(/^[a-z][a-z\d-]{1,39}$/));

/** Id of a release, derived from its content. */
export const ReleaseId = z.string().check(z.regex(/^[0-9a-f]{12,64}$/));

export const RolloutLock = z.object({ reason: z.string(), by: z.string(), at: z.string() });

/** Which release readers get: `stable`, or `candidate` for a percentage of browsers. */
export const RolloutTrack = z.object({
  /** Null before the first release, where nobody gets anything of this area. */
  stable: z.nullable(ReleaseId),
  /** Earlier stable releases, newest first. */
  previous: z.array(ReleaseId),
  candidate: z.nullable(ReleaseId),
  percent: z.number(),
  /** Only testers get the candidate until it is resumed. */
  paused: z.boolean(),
  /** Blocks automatic promotion and new rollouts; a rollback is always allowed. */
  lock: z.nullable(RolloutLock),
  /** When the candidate was started, ISO time. */
  started_at: z.nullable(z.string()),
  /** When a healthy candidate is promoted automatically; without it only by hand. */
  promote_at: z.optional(z.nullable(z.string())),
  changed_at: z.string(),
  changed_by: z.string(),
});
export type RolloutTrack = z.infer<typeof RolloutTrack>;

/** The track of one application, and those of customer domains with their own. */
export const RolloutArea = z.extend(RolloutTrack, { sites: z.record(z.string(), RolloutTrack) });
export type RolloutArea = z.infer<typeof RolloutArea>;

/** The complete state; every change increases the revision by one. */
export const RolloutState = z.object({
  revision: z.number(),
  areas: z.record(z.string(), RolloutArea),
});
export type RolloutState = z.infer<typeof RolloutState>;

export const rolloutActions = [
  'start',
  'promote',
  'pause',
  'abort',
  'rollback',
  'lock',
  'unlock',
  'mount',
  'unmount',
] as const;
export type RolloutAction = (typeof rolloutActions)[number];

const Domain = z.string().check(z.regex(/^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/));

/** A command from an operator. */
export const RolloutCommand = z.object({
  /** Idempotency key. */
  request_id: z.string().check(z.minLength(8), z.maxLength(64)),
  action: z.enum(rolloutActions),
  area: Application,
  /** One customer domain instead of everybody. */
  site: z.optional(Domain),
  release: z.optional(ReleaseId),
  percent: z.optional(z.number().check(z.int(), z.minimum(0), z.maximum(100))),
  /** Promote automatically after this time if healthy. */
  minutes: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(10_080))),
  reason: z.string().check(z.maxLength(200)),
  /** The state that the operator saw; refused if it has changed. */
  revision: z.optional(z.number()),
  /** Continues although the candidate's health is bad, or not judged yet; requires a reason. */
  force: z.optional(z.boolean()),
  /** Dry run: returns the result without changing anything. */
  dry: z.optional(z.boolean()),
});
export type RolloutCommand = z.infer<typeof RolloutCommand>;

/** One entry of the audit log. */
export const RolloutEvent = z.object({
  revision: z.number(),
  at: z.string(),
  area: z.string(),
  site: z.string(),
  action: z.string(),
  from: z.string(),
  to: z.string(),
  percent: z.number(),
  by: z.string(),
  reason: z.string(),
});
export type RolloutEvent = z.infer<typeof RolloutEvent>;

const count = z.number().check(z.int(), z.minimum(0), z.maximum(1_000_000_000));

/** Page health of one release: number of pages, and how many failed or were slow. */
export const HealthSums = z.object({
  pages: count,
  /** Pages with an uncaught error in this application's files. */
  errors: count,
  /** Pages on which one of its files failed to load. */
  failed_loads: count,
  /** Pages with measurements, and those rated poor by the web vitals thresholds. */
  lcp: count,
  lcp_poor: count,
  inp: count,
  inp_poor: count,
  cls: count,
  cls_poor: count,
});
export type HealthSums = z.infer<typeof HealthSums>;

export const healthVerdicts = ['none', 'waiting', 'good', 'slow', 'bad'] as const;
/** The candidate compared with the stable release. */
export const RolloutHealth = z.object({
  verdict: z.enum(healthVerdicts),
  words: z.string(),
  stable: HealthSums,
  candidate: z.nullable(HealthSums),
  /** Networks whose pages have reported, and how many of the candidate's a promotion needs. */
  networks: z.optional(z.object({ stable: count, candidate: count, needed: count })),
  /** It seems to fail, but in too few networks for a verdict: a person decides. */
  is_suspect: z.optional(z.boolean()),
});
export type RolloutHealth = z.infer<typeof RolloutHealth>;

/** What an edge sends when it polls for the next state. */
export const RolloutFollow = z.object({
  edge: z.string().check(z.regex(/^[\w.:-]{1,100}$/)),
  /** The state that it serves; −1 before the first. */
  revision: z.number().check(z.int(), z.minimum(-1)),
  /** Releases that it refused, with the reason. */
  refused: z.array(
    z.object({
      area: z.string().check(z.maxLength(40)),
      release: z.string().check(z.maxLength(64)),
      reason: z.string().check(z.maxLength(300)),
    }),
  ),
  /** Candidates at the end of their duration whose files it has just found unaltered. Older edges do
   * not send it. */
  verified: z.optional(z.array(z.object({ area: z.string(), release: ReleaseId }))),
  /** Answer immediately: it has no state yet. */
  now: z.optional(z.boolean()),
});
export type RolloutFollow = z.infer<typeof RolloutFollow>;

/** An edge that has polled recently. */
export const RolloutEdge = z.object({
  edge: z.string(),
  revision: z.number(),
  refused: RolloutFollow.shape.refused,
  seen_at: z.string(),
});
export type RolloutEdge = z.infer<typeof RolloutEdge>;

const HealthRow = z.extend(HealthSums, {
  minute: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/)),
  area: Application,
  release: ReleaseId,
});

/** What a page can report about a release, each once. */
export const healthMetrics = [
  'pages',
  'errors',
  'failed_loads',
  'lcp',
  'lcp_poor',
  'inp',
  'inp_poor',
  'cls',
  'cls_poor',
] as const satisfies (keyof HealthSums)[];

/** What a page has reported about one of its releases. */
export const PageReport = z.object({
  /** Random id of the ticket that an edge signed for this page. */
  ticket: z.string().check(z.regex(/^[\w-]{16}$/)),
  /** When the page was delivered. */
  minute: HealthRow.shape.minute,
  site: Domain,
  /** Keyed hash of the network that loaded the page: an IPv4 address, or an IPv6 /64. */
  network: z.string().check(z.regex(/^[0-9a-f]{4}$/)),
  area: HealthRow.shape.area,
  release: ReleaseId,
  metrics: z.array(z.enum(healthMetrics)).check(z.maxLength(healthMetrics.length)),
});
export type PageReport = z.infer<typeof PageReport>;

/** What an edge has received from pages. */
export const RolloutCounts = z.object({
  edge: z.string().check(z.regex(/^[\w.:-]{1,100}$/)),
  /** Each counts once, however often and by whichever edge it is sent. */
  reports: z.optional(z.array(PageReport).check(z.maxLength(500))),
  /** Sums of older edges, without tickets and networks: accepted, but they decide nothing. */
  rows: z.array(HealthRow).check(z.maxLength(500)),
  of_sites: z.optional(z.array(z.extend(HealthRow, { site: Domain })).check(z.maxLength(500))),
});
export type RolloutCounts = z.infer<typeof RolloutCounts>;

/** Asks for a link that gives a browser the candidate, or lets it go back. */
export const TesterAsked = z.object({ area: Application, site: z.optional(Domain) });
export type TesterAsked = z.infer<typeof TesterAsked>;
/** The query of `/edge/release`, valid for some minutes. */
export const TesterLink = z.object({ query: z.string(), until: z.string() });
export type TesterLink = z.infer<typeof TesterLink>;

/** Everything an operator needs to see. */
export const RolloutReport = z.object({
  state: RolloutState,
  health: z.record(z.string(), RolloutHealth),
  edges: z.array(RolloutEdge),
  events: z.array(RolloutEvent),
});
export type RolloutReport = z.infer<typeof RolloutReport>;

/**
 * Code of a refusal: `locked`, `refused`, `moved` (the state has changed), `health`, `usage`,
 * `account`, `away` (the database), `failed`.
 */
export const RolloutRefusal = z.object({ code: z.string(), message: z.string() });

/**
 * Token that authenticates an edge or the start script. Derived from the installation's secret,
 * which is never sent.
 */
export async function rolloutToken(
  secret: Uint8Array<ArrayBuffer>,
  who: 'edge' | 'start',
): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits']);
  const encoder = new TextEncoder();
  const bits = await crypto.subtle.deriveBits(
    {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: encoder.encode('cme'),
      info: encoder.encode(`rollout ${who}`),
    },
    key,
    256,
  );
  return toHex(new Uint8Array(bits));
}

/** Keeps one kind of signed text from passing for another. */
type SignedPurpose = 'ticket' | 'network' | 'tester link' | 'tester cookie';

/** Signature of an installation's edges, for what they hand to browsers. */
export async function signForEdges(
  edgeToken: string,
  purpose: SignedPurpose,
  text: string,
): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(edgeToken), algorithm, false, [
    'sign',
  ]);
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(`${purpose} ${text}`));
  return toHex(new Uint8Array(mac, 0, 16));
}

/** Compares in constant time. */
export async function isSignedForEdges(
  edgeToken: string,
  purpose: SignedPurpose,
  text: string,
  signature: string,
): Promise<boolean> {
  const expected = await signForEdges(edgeToken, purpose, text);
  let difference = expected.length ^ signature.length;
  for (let index = 0; index < expected.length; index += 1)
    difference |= expected.charCodeAt(index) ^ signature.charCodeAt(index);
  return difference === 0;
}

const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
