import {
  type Call,
  hasEnvelope,
  type ParsedBodyOf,
  type ReplyOf,
  sessionWatch,
  siteConfig,
  wirePath,
} from '@cme/contract';
import { afterEach, beforeEach } from 'vitest';

/** What came with one call: its parsed body, and how it was sent. */
export interface Asked<C extends Call = Call> {
  body: ParsedBodyOf<C>;
  headers: Headers;
  token: string | undefined;
}

type Reply<C extends Call> = ReplyOf<C> | ((asked: Asked<C>) => ReplyOf<C> | Promise<ReplyOf<C>>);
interface Kept {
  call: Call;
  answer: (asked: Asked, signal: AbortSignal) => Promise<unknown>;
}

/** A refusal that a reply may throw. */
export class Refused extends Error {
  readonly statusCode: number;
  readonly code: string | undefined;
  readonly more: Record<string, string>;

  constructor(
    statusCode: number,
    message: string,
    code?: string,
    more: Record<string, string> = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.more = more;
  }
}

const kept = new Map<string, Kept>();
const heard: { path: string; asked: Asked }[] = [];
const network = globalThis.fetch;

/** Answers a call from now on with data of its own type. The message of the envelope may be given
 * beside it. */
export function replies<C extends Call>(call: C, reply: Reply<C>, message = ''): void {
  kept.set(wirePath(call.path), {
    call,
    answer: async (asked) => {
      const data =
        typeof reply === 'function' ? await (reply as (asked: Asked) => unknown)(asked) : reply;
      return hasEnvelope(call.path)
        ? { isSuccess: true, statusCode: 200, message, data }
        : { data };
    },
  });
}

/** Refuses a call from now on, as the API would; `more` stands beside the code. */
export function refuses(
  call: Call,
  statusCode: number,
  message: string,
  code?: string,
  more?: Record<string, string>,
): void {
  replies(call, () => {
    throw new Refused(statusCode, message, code, more);
  });
}

/** Leaves a call without an answer until it is given up. */
export function holds(call: Call): void {
  kept.set(wirePath(call.path), {
    call,
    answer: (_, signal) =>
      new Promise((_resolve, give) => signal.addEventListener('abort', () => give(signal.reason))),
  });
}

/** What a call was asked so far, in order. */
export function asked<C extends Call>(call: C): Asked<C>[] {
  return heard
    .filter(({ path }) => path === wirePath(call.path))
    .map((one) => one.asked as Asked<C>);
}

/** Stands where the network is: calls go through the real client, down to fetch. */
async function standIn(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  const known = kept.get(pathname);
  if (!known) return envelope(new Refused(404, `no reply for ${pathname}`));
  const body = known.call.body.safeParse(fieldsOf(request, await request.text()));
  const one: Asked = {
    body: body.data,
    headers: request.headers,
    token: request.headers.get('x-token') ?? undefined,
  };
  heard.push({ path: pathname, asked: one });
  if (!body.success)
    return envelope(new Refused(400, body.error.issues[0]?.message ?? '', 'bad_request'));
  try {
    return Response.json(await known.answer(one, request.signal));
  } catch (error) {
    if (error instanceof Refused) return envelope(error);
    throw error;
  }
}

function fieldsOf(request: Request, text: string): unknown {
  return request.headers.get('content-type')?.startsWith('application/json')
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text));
}

function envelope({ statusCode, message, code, more }: Refused): Response {
  const status = [401, 403, 404, 429, 500].includes(statusCode) ? statusCode : 200;
  return Response.json(
    { isSuccess: false, statusCode, message, data: code ? { code, ...more } : null },
    { status },
  );
}

beforeEach(() => {
  kept.clear();
  heard.length = 0;
  globalThis.fetch = standIn as typeof fetch;
  replies(siteConfig, {
    menus: [],
    mobile_menus: [],
    login_ways: ['password', 'sms'],
    regist_open: 'Y',
    links: [],
  });
  holds(sessionWatch);
});
afterEach(() => {
  globalThis.fetch = network;
});
