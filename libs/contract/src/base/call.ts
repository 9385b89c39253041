import * as z from 'zod/mini';

/** Who may use a call. The API enforces it; a client may read it to decide whether asking makes
 * sense.
 * - `public`: anybody, on every site, also one that is closed to the outside (branding, signing in)
 * - `open`: anybody, unless the site is closed to the outside (`isOpenOutsideWorld` N)
 * - `learner`: a signed-in person of this site */
export type Access = 'public' | 'open' | 'learner';

/** One call of the wire: the only description of it that exists. `encoding` is how the body
 * travels. */
export interface Call<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Data extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access = Access,
> {
  readonly path: `/qm/api/${string}`;
  readonly access: Who;
  readonly encoding: 'form' | 'json';
  readonly body: Body;
  readonly data: Data;
}

export type BodyOf<C extends Call> = z.input<C['body']>;
export type ParsedBodyOf<C extends Call> = z.output<C['body']>;
export type DataOf<C extends Call> = z.output<C['data']>;
/** What a handler returns: the parsed shape's input, so that defaults may be left out. */
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
  body: Body;
  data: Data;
}): Call<Body, Data, Who> {
  return { encoding: 'form', ...spec };
}

const untouched = [
  /^\/qm\/api\/v5\//,
  /^\/qm\/api\/admin\//,
  /^\/qm\/api\/exam\//,
  /^\/qm\/api\/user\/AreaSelection$/,
];

/** The path as it goes over the wire: `/qm/api/x` becomes `/qm/api/v5/x` unless it is v5, admin or
 * exam already, or `user/AreaSelection`. Anything outside `/qm/api/` is returned as it is. */
export function wirePath(path: string): string {
  if (!path.startsWith('/qm/api/') || untouched.some((pattern) => pattern.test(path))) return path;
  return path.replace('/qm/api/', '/qm/api/v5/');
}

/** False for the one call whose answer is `{ data }` without the envelope. */
export function hasEnvelope(path: string): boolean {
  return path !== '/qm/api/user/AreaSelection';
}

/** The envelope around every answer but `AreaSelection`. `isSuccess` decides, not the HTTP
 * status. */
export const Envelope = z.object({
  isSuccess: z.boolean(),
  statusCode: z.number(),
  message: z.optional(z.string()),
  data: z.optional(z.unknown()),
});
export type Envelope = z.infer<typeof Envelope>;

/** What a refusal carries in `data`: the machine word of the reason, when there is one, the order
 * that stands in the way where it is `order_pending_exists`, the field of the body that is wrong,
 * and the type that a content really has, where it was asked for as another one. */
export const RefusalData = z.object({
  code: z.optional(z.string()),
  order_code: z.optional(z.string()),
  field: z.optional(z.string()),
  content_type: z.optional(z.string()),
  /** Beside `wechat_unbound`: names the WeChat identity for `wechat/bind`, ten minutes long, in this
   * browser alone. */
  bind_ticket: z.optional(z.string()),
});
export type RefusalData = z.infer<typeof RefusalData>;
