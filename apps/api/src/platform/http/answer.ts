import {
  type Call,
  type Envelope,
  type ParsedBodyOf,
  type ReplyOf,
  wirePath,
  words,
} from '@cme/contract/base';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { parseForm, createFormCache } from './body.ts';
import type { Db } from '../database/database.ts';
import type { AppContext, SignedIn } from '../context/context.ts';
import { getSites } from '../sites/site.cache.ts';
import { endedReason, isRecordCall } from '../sites/ended.rules.ts';
import { decideSite, isApiHost, isEarly } from '../sites/site.rules.ts';
import { nameService } from '../sites/service.rules.ts';
import type { Site } from '../sites/site.store.ts';
import { clientNetwork, type Rates, type RequireProof } from './call-limits.ts';
import { handleStaffCall, isStaffCall } from './staff-log.ts';
import { RefusalError } from './refusal.ts';
import { createReplyCache } from './reply-cache.ts';

interface BaseRequest<C extends Call> {
  body: ParsedBodyOf<C>;
  site: Site;
  /**
   * False: the domain belongs to no site, and `site` is the main site. Only calls with `anySite`
   * see it.
   */
  known: boolean;
  request: FastifyRequest;
  reply: FastifyReply;
  context: AppContext;
  db: Db;
  /** When the request arrived: what it says was true then, however long it waited. */
  arrivedAt: Date;
  /** The network of the client, for limits. */
  network: string;
  requireProof: RequireProof;
}
/** What a handler gets. For `learner` calls person and session are always present. */
export type CallRequest<C extends Call> = BaseRequest<C> &
  (C['access'] extends 'learner' ? SignedIn : Partial<SignedIn>);

class WithMessage<Data> {
  readonly data: Data;
  readonly message: string;
  constructor(data: Data, message: string) {
    this.data = data;
    this.message = message;
  }
}
/** A reply with a message in the envelope, such as the token at login. */
export const withMessage = <Data>(data: Data, message: string): WithMessage<Data> =>
  new WithMessage(data, message);

export class PreparedReply {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
/** A reply whose data is already serialised and was validated against the contract when stored. */
export function preparedReply(data: string): PreparedReply {
  return new PreparedReply(
    Buffer.from(`{"isSuccess":true,"statusCode":200,"message":"","data":${data}}`),
  );
}

interface Options extends Rates {
  /** Also accepts GET, with the body as query. */
  get?: true;
  /** Data is returned under `data` without the envelope (AreaSelection). */
  bare?: true;
  /** Also for unknown domains and ended sites. */
  anySite?: true;
  /**
   * The response is the same for everyone on a site who sends the same form, for this many
   * milliseconds: it is cached with the form's text, so the form must not contain secrets.
   */
  sharedForMs?: number;
}

type Handler<C extends Call> = (
  request: CallRequest<C>,
) =>
  | Promise<ReplyOf<C> | WithMessage<ReplyOf<C>> | PreparedReply>
  | ReplyOf<C>
  | WithMessage<ReplyOf<C>>
  | PreparedReply;

export interface RegisteredCall {
  call: Call;
  options: Options;
}

/**
 * Registers a call of the contract: resolves body, site and person, runs the handler, parses its
 * reply with the call's schema (so that no column leaks) and adds the envelope.
 */
export function answer<C extends Call>(
  app: FastifyInstance,
  context: AppContext,
  call: C,
  handler: Handler<C>,
  options: Options = {},
): void {
  app.calls.push({ call, options });
  const { sharedForMs: forAll } = options;
  const same = forAll === undefined ? undefined : createReplyCache(forAll);
  app.route({
    method: options.get ? ['POST', 'GET'] : 'POST',
    url: wirePath(call.path),
    config: same ? { readForm: createFormCache() } : {},
    handler: (request, reply) => {
      const bytes = same?.find(request);
      return bytes ? withHeaders(reply, bytes) : serve(request, reply);
    },
  });

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<Buffer | string> {
    const fields =
      request.method === 'GET'
        ? parseForm(request.url.split('?')[1] ?? '')
        : requireFields(request.body);
    const { site, known: isKnownSite } = await resolveSite(context, request, fields, {
      ...options,
      call,
    });
    const signedIn = await resolveSignedIn(request, site, call, (token) =>
      isKnownSite ? context.findSignedIn(token, site, call) : undefined,
    );
    const requireProof = app.limits.requireProofFor(request, call);
    await app.limits.admit(request, call, options, { signedIn, requireProof });
    const make = async () => {
      const body = parseBody(call, fields);
      const work = () =>
        handler({
          body,
          site,
          known: isKnownSite,
          request,
          reply,
          context,
          db: context.db,
          arrivedAt: request.arrivedAt,
          network: clientNetwork(request),
          requireProof,
          ...signedIn,
        } as CallRequest<C>);
      const output = await (signedIn && isStaffCall(call)
        ? handleStaffCall(context, call, body, signedIn.person.user_id, work)
        : work());
      return output instanceof PreparedReply ? output.bytes : toReplyText(call, output, options);
    };
    return withHeaders(
      reply,
      await (same ? same.get(request, site, make) : make()).catch((error: unknown) => {
        throw error instanceof RefusalError
          ? error.reword((text) => nameService(text, site))
          : error;
      }),
    );
  }
}

function withHeaders<Text>(reply: FastifyReply, text: Text): Text {
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8');
  return text;
}

function toReplyText<C extends Call>(
  call: C,
  output: ReplyOf<C> | WithMessage<ReplyOf<C>>,
  { bare: isBare }: Options,
): string {
  const { data, message } = output instanceof WithMessage ? output : { data: output, message: '' };
  const parsed = call.data.parse(data);
  return JSON.stringify(isBare ? { data: parsed } : success(parsed, message));
}

const success = (data: unknown, message = ''): Envelope => ({
  isSuccess: true,
  statusCode: 200,
  message,
  data,
});

/** What decides whether a site answers. */
type Asked = Options & { call: Call };
type Fields = Readonly<Record<string, unknown>>;
const isFields = (body: unknown): body is Fields =>
  typeof body === 'object' && body !== null && !Array.isArray(body);
function requireFields(body: unknown): Fields {
  const fields = body ?? {};
  if (!isFields(fields))
    throw new RefusalError(400, '提交的内容无法识别，请刷新页面后重试', 'bad_request');
  return fields;
}

function parseBody<C extends Call>(call: C, fields: Fields): ParsedBodyOf<C> {
  const body = call.body.safeParse(fields);
  if (!body.success) throw toBodyRefusal(body.error);
  return body.data as ParsedBodyOf<C>;
}

const decided = new WeakMap<readonly Site[], Map<string, { site: Site; known: boolean }>>();
const mostDecided = 1000;

async function resolveSite(
  context: AppContext,
  request: FastifyRequest,
  fields: Fields,
  options: Asked,
): Promise<{ site: Site; known: boolean }> {
  const sites = await getSites(context);
  let cached = decided.get(sites);
  if (!cached) decided.set(sites, (cached = new Map()));
  const domain = fields['full_domain_name'] ?? '';
  if (typeof domain !== 'string') return decide(context, sites, request, fields, options);
  // Host and port cannot contain a line break and the domain comes last, so keys are unambiguous.
  const key = `${request.method}\n${request.headers.host}\n${request.socket.localPort}\n${options.anySite}\n${isRecordCall(options.call)}\n${domain}`;
  const before = cached.get(key);
  if (before) return before;
  const decision = decide(context, sites, request, fields, options);
  // Unknown domains are anybody's invention: they must not take the place of known ones.
  if (decision.known && cached.size < mostDecided) cached.set(key, decision);
  return decision;
}

function decide(
  { settings, now }: AppContext,
  sites: readonly Site[],
  request: FastifyRequest,
  fields: Fields,
  options: Asked,
): { site: Site; known: boolean } {
  const header = request.headers.host ?? '';
  const host = isApiHost(header, { ...settings, localPort: request.socket.localPort })
    ? ''
    : header;
  const domain = fields['full_domain_name'] ?? (request.method === 'GET' ? host : '');
  const named = typeof domain === 'string' ? domain.trim() : '';
  const decision = decideSite(sites, named, host);
  if ('site' in decision) {
    refuseOutsideTerm(decision.site, now(), options);
    return { site: decision.site, known: true };
  }
  if (decision.wrong === 'site_mismatch')
    throw new RefusalError(400, '访问的域名与请求的站点不一致', 'site_mismatch');
  const main = sites.find(({ is_main }) => is_main);
  if (options.anySite && main && named !== '') return { site: main, known: false };
  throw new RefusalError(400, '未找到该域名对应的站点', 'site_unknown');
}

function refuseOutsideTerm(site: Site, now: Date, { anySite, call }: Asked): void {
  if (anySite) return;
  const ended = endedReason(site, call, now);
  if (ended) throw new RefusalError(460, ended, 'site_closed');
  if (isEarly(site, now)) throw new RefusalError(460, '本站尚未开放', 'site_closed');
}

type WhoIs = (token: string) => Promise<SignedIn | undefined> | SignedIn | undefined;

async function resolveSignedIn(
  request: FastifyRequest,
  site: Site,
  call: Call,
  findSignedIn: WhoIs,
): Promise<SignedIn | undefined> {
  const token = request.headers['x-token'];
  const signedIn =
    typeof token === 'string' && /^[\w-]{20,128}$/.test(token)
      ? await findSignedIn(token)
      : undefined;
  if (signedIn || call.access === 'public') return signedIn;
  if (call.access === 'learner') throw new RefusalError(401, words.loginFirst, 'need_login');
  if (site.isOpenOutsideWorld === 'N') throw new RefusalError(460, words.siteClosed, 'site_closed');
  return undefined;
}

/** The first issue's message, if the contract has one in Chinese. */
function toBodyRefusal(error: z.core.$ZodError): RefusalError {
  const [issue] = error.issues;
  const isReadable = issue !== undefined && /\p{Script=Han}/u.test(issue.message);
  return new RefusalError(
    400,
    isReadable ? issue.message : '提交的内容不正确，请检查后重试',
    'bad_request',
    { field: issue?.path.join('.') ?? '' },
  );
}
