import {
  type Call,
  hasEnvelope,
  type ParsedBodyOf,
  type ReplyOf,
  wirePath,
} from '@cme/contract/base';
import { siteConfig } from '@cme/contract/site';
import { sessionWatch } from '@cme/contract/person';
import { afterEach, beforeEach } from 'vitest';

/** A recorded request: its parsed body and headers. */
export interface MockRequest<C extends Call = Call> {
  body: ParsedBodyOf<C>;
  headers: Headers;
  token: string | undefined;
}

type Reply<C extends Call> =
  | ReplyOf<C>
  | ((request: MockRequest<C>) => ReplyOf<C> | Promise<ReplyOf<C>>);
interface Mock {
  call: Call;
  answer: (request: MockRequest, signal: AbortSignal) => Promise<unknown>;
}

/** Throw it in a reply to refuse the call. */
export class RefusalError extends Error {
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

const mocks = new Map<string, Mock>();
const requests: { path: string; request: MockRequest }[] = [];
const network = globalThis.fetch;

/** Answers a call from now on with typed data. `message` sets the message of the envelope. */
export function mockReply<C extends Call>(call: C, reply: Reply<C>, message = ''): void {
  mocks.set(wirePath(call.path), {
    call,
    answer: async (request) => {
      const data =
        typeof reply === 'function'
          ? await (reply as (request: MockRequest) => unknown)(request)
          : reply;
      return hasEnvelope(call.path)
        ? { isSuccess: true, statusCode: 200, message, data }
        : { data };
    },
  });
}

/** Refuses a call from now on, as the API would; `more` is merged next to the code. */
export function mockRefusal(
  call: Call,
  statusCode: number,
  message: string,
  code?: string,
  more?: Record<string, string>,
): void {
  mockReply(call, () => {
    throw new RefusalError(statusCode, message, code, more);
  });
}

/** Leaves a call pending until it is aborted. */
export function mockPending(call: Call): void {
  mocks.set(wirePath(call.path), {
    call,
    answer: (_, signal) =>
      new Promise((_resolve, give) => signal.addEventListener('abort', () => give(signal.reason))),
  });
}

/** The requests that a call has sent so far, in order. */
export function requestsTo<C extends Call>(call: C): MockRequest<C>[] {
  return requests
    .filter(({ path }) => path === wirePath(call.path))
    .map((mock) => mock.request as MockRequest<C>);
}

/** Replaces fetch: calls run through the real client down to it. */
async function mockFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  const mock = mocks.get(pathname);
  if (!mock) return createEnvelope(new RefusalError(404, `no reply for ${pathname}`));
  const body = mock.call.body.safeParse(parseFields(request, await request.text()));
  const mockRequest: MockRequest = {
    body: body.data,
    headers: request.headers,
    token: request.headers.get('x-token') ?? undefined,
  };
  requests.push({ path: pathname, request: mockRequest });
  if (!body.success)
    return createEnvelope(
      new RefusalError(400, body.error.issues[0]?.message ?? '', 'bad_request'),
    );
  try {
    return Response.json(await mock.answer(mockRequest, request.signal));
  } catch (error) {
    if (error instanceof RefusalError) return createEnvelope(error);
    throw error;
  }
}

function parseFields(request: Request, text: string): unknown {
  return request.headers.get('content-type')?.startsWith('application/json')
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text));
}

function createEnvelope({ statusCode, message, code, more }: RefusalError): Response {
  const status = [401, 403, 404, 429, 500].includes(statusCode) ? statusCode : 200;
  return Response.json(
    { isSuccess: false, statusCode, message, data: code ? { code, ...more } : null },
    { status },
  );
}

/**
 * Installs the mocked network around each test. Called in every file, because files share their
 * modules.
 */
export function keepFromNetwork(): void {
  beforeEach(() => {
    mocks.clear();
    requests.length = 0;
    globalThis.fetch = mockFetch as typeof fetch;
    mockReply(siteConfig, {
      menus: [],
      mobile_menus: [],
      login_ways: ['password', 'sms'],
      regist_open: 'Y',
      links: [],
    });
    mockPending(sessionWatch);
  });
  afterEach(() => {
    globalThis.fetch = network;
  });
}
