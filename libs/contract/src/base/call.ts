import * as z from 'zod/mini';

/**
 * Who may use a call. Enforced by the API; clients may read it to skip calls that would be refused.
 * - `public`: anybody, on every site, even a closed one (branding, signing in)
 * - `open`: anybody, unless the site is closed (`isOpenOutsideWorld` N)
 * - `learner`: a signed-in person of this site
 */
export type Access = 'public' | 'open' | 'learner';

/** One API call: its only definition. `encoding` is the encoding of the body. */
export interface Call<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Data extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access = Access,
> {
  readonly path: `/qm/api/${string}`;
  readonly access: Who;
  readonly encoding: 'form' | 'json';
  /** A read, or idempotent by its body: may be sent again when the outcome is unknown. Never for a
   * call of staff, each of which is recorded. */
  readonly repeatable: boolean;
  /** Open pages repeat it by a timer, which does not keep a session alive. */
  readonly polled: boolean;
  /** May be used by people whom the site has not admitted yet. */
  readonly beforeAdmission: boolean;
  readonly body: Body;
  readonly data: Data;
}

export type BodyOf<C extends Call> = z.input<C['body']>;
export type ParsedBodyOf<C extends Call> = z.output<C['body']>;
export type DataOf<C extends Call> = z.output<C['data']>;
/** What a handler returns: the schema's input, so that fields with defaults may be omitted. */
export type ReplyOf<C extends Call> = z.input<C['data']>;

/** Declares a call. Bodies are form-encoded unless `encoding` says otherwise. */
export function call<
  Body extends z.ZodMiniType,
  Data extends z.ZodMiniType,
  const Who extends Access,
>(spec: {
  path: `/qm/api/${string}`;
  access: Who;
  encoding?: 'form' | 'json';
  repeatable?: boolean;
  polled?: boolean;
  beforeAdmission?: boolean;
  body: Body;
  data: Data;
}): Call<Body, Data, Who> {
  return {
    encoding: 'form',
    repeatable: false,
    polled: false,
    beforeAdmission: false,
    ...spec,
  };
}

const unversionedPaths = [
  /^\/qm\/api\/v5\//,
  /^\/qm\/api\/admin\//,
  /^\/qm\/api\/exam\//,
  /^\/qm\/api\/user\/AreaSelection$/,
];

/**
 * The path on the wire: `/qm/api/x` becomes `/qm/api/v5/x` unless it is already v5, admin or exam,
 * or is `user/AreaSelection`. Paths outside `/qm/api/` are returned unchanged.
 */
export function wirePath(path: string): string {
  if (!path.startsWith('/qm/api/') || unversionedPaths.some((pattern) => pattern.test(path)))
    return path;
  return path.replace('/qm/api/', '/qm/api/v5/');
}

/** False for the one call whose response is `{ data }` without the envelope. */
export function hasEnvelope(path: string): boolean {
  return path !== '/qm/api/user/AreaSelection';
}

/**
 * The envelope of every response except `AreaSelection`. `isSuccess` decides, not the HTTP status.
 */
export const Envelope = z.object({
  isSuccess: z.boolean(),
  statusCode: z.number(),
  message: z.optional(z.string()),
  data: z.optional(z.unknown()),
});
export type Envelope = z.infer<typeof Envelope>;

/**
 * A proof of work: the number below `most` for which the SHA-256 of `<salt>.<number>` is `target`
 * (hexadecimal). Valid once, for a short time, for this call from this network. The call is repeated
 * with the header `X-Proof: <salt>.<target>.<signature>.<number>`.
 */
export const ProofChallenge = z.object({
  salt: z.string(),
  target: z.string(),
  signature: z.string(),
  most: z.number(),
});
export type ProofChallenge = z.infer<typeof ProofChallenge>;
export const proofHeader = 'X-Proof';

/**
 * Details of a refusal in `data`: the machine-readable reason, the conflicting order for
 * `order_pending_exists`, the invalid body field, and the actual type of a content requested as
 * another type.
 */
export const RefusalData = z.object({
  code: z.optional(z.string()),
  order_code: z.optional(z.string()),
  field: z.optional(z.string()),
  content_type: z.optional(z.string()),
  /**
   * With `wechat_unbound`: ticket for `wechat/bind`, valid for ten minutes in this browser only.
   */
  bind_ticket: z.optional(z.string()),
  /** With `proof_needed`: the proof of work with which the same call may be repeated. */
  challenge: z.optional(ProofChallenge),
  /** With `factor_needed`: ticket for `login/factor`, valid for five minutes. */
  factor_ticket: z.optional(z.string()),
});
export type RefusalData = z.infer<typeof RefusalData>;
