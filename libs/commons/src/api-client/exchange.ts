import {
  CONTRACT_VERSION,
  Envelope,
  hasEnvelope,
  type ProofChallenge,
  proofHeader,
  RefusalData,
  wirePath,
  type BodyOf,
  type Call,
  type DataOf,
} from '@cme/contract/base';
import ky from 'ky';
import { CallError, offline, unreadableReply } from './call-error.ts';
import { takeFirstAnswer, type TimedResponse } from './first-answers.ts';

/** How to reach the API: address, site and token. */
export interface Client {
  /** Origin of the API. */
  apiBase: string;
  fullDomainName: string;
  token?: string | undefined;
  /** Send cookies to an API on another origin. */
  credentials?: RequestCredentials;
  fetch?: typeof fetch;
}

export interface SendOptions {
  signal?: AbortSignal;
  /** Lets the call finish after the page is closed. */
  keepalive?: boolean;
  headers?: Record<string, string>;
}

export interface Answer<C extends Call> {
  data: DataOf<C>;
  /** The envelope's message; carries the token after signing in. */
  message: string;
  /** When (`performance.now()`) the request was sent and its response began to arrive. */
  sentAt: number;
  answeredAt: number;
}

/** The call is accepted with a proof of work. */
class ProofNeeded extends CallError {
  readonly challenge: ProofChallenge;
  constructor(message: string, challenge: ProofChallenge) {
    super(429, message, 'proof_needed');
    this.challenge = challenge;
  }
}

/**
 * Sends one call and parses the response. No timeout and no retry, except once with a proof of work
 * if the server asks for it; success is decided by the envelope, whatever the HTTP status.
 */
export async function exchange<C extends Call>(
  client: Client,
  call: C,
  body: BodyOf<C>,
  options: SendOptions = {},
): Promise<Answer<C>> {
  try {
    return await exchangeOnce(client, call, body, options);
  } catch (error) {
    if (!(error instanceof ProofNeeded)) throw error;
    const proof = await solve(error.challenge, options.signal);
    if (proof === undefined) throw error;
    const headers = { ...options.headers, [proofHeader]: proof };
    return exchangeOnce(client, call, body, { ...options, headers });
  }
}

async function solve(
  challenge: ProofChallenge,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const solver = await import(/* webpackChunkName: "proof" */ './proof.ts').catch(() => undefined);
  signal?.throwIfAborted();
  return solver?.solveProof(challenge, signal);
}

async function exchangeOnce<C extends Call>(
  client: Client,
  call: C,
  body: BodyOf<C>,
  options: SendOptions,
): Promise<Answer<C>> {
  const { response, ...times } = await post(client, call, body, options);
  const text = await response.text().catch((error: unknown) => networkError(error, options.signal));
  return { ...readReply(call, response, text), ...times };
}

async function post(
  client: Client,
  call: Call,
  body: unknown,
  { headers, ...options }: SendOptions,
): Promise<TimedResponse> {
  const url = new URL(wirePath(call.path), client.apiBase);
  const fields = { ...(body as Record<string, unknown>), full_domain_name: client.fullDomainName };
  const form = call.encoding === 'json' ? undefined : toForm(fields);
  const firstAnswer = form && (await takeFirstAnswer({ url, body: form, token: client.token }));
  options.signal?.throwIfAborted();
  if (firstAnswer) return firstAnswer;
  const sentAt = performance.now();
  try {
    const response = await ky.post(url, {
      ...(form ? { body: form } : { json: fields }),
      headers: {
        'X-CME-Contract': String(CONTRACT_VERSION),
        ...(client.token ? { 'X-Token': client.token } : {}),
        ...headers,
      },
      credentials: client.credentials ?? 'same-origin',
      timeout: false,
      retry: 0,
      throwHttpErrors: false,
      ...(client.fetch ? { fetch: client.fetch } : {}),
      ...options,
    });
    return { response, sentAt, answeredAt: performance.now() };
  } catch (error) {
    return networkError(error, options.signal);
  }
}

/** An aborted call stays an abort and is not reported as a network error. */
function networkError(error: unknown, signal: AbortSignal | undefined): never {
  if (signal?.aborted) throw error;
  throw new CallError(0, offline, 'offline');
}

function toForm(fields: Record<string, unknown>): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) form.append(name, String(item));
  }
  return form;
}

function readReply<C extends Call>(
  call: C,
  response: Response,
  text: string,
): Pick<Answer<C>, 'data' | 'message'> {
  const body = parseJson(text);
  const envelope = Envelope.safeParse(body).data;
  if (!envelope && !hasEnvelope(call.path) && response.ok)
    return {
      data: parseData(call, (body as { data?: unknown } | undefined)?.data, 200),
      message: '',
    };
  if (!envelope) throw new CallError(response.ok ? 500 : response.status, unreadableReply);
  if (!envelope.isSuccess) {
    const refusal = RefusalData.safeParse(envelope.data).data;
    if (refusal?.code === 'proof_needed' && refusal.challenge)
      throw new ProofNeeded(envelope.message || unreadableReply, refusal.challenge);
    throw new CallError(
      envelope.statusCode,
      envelope.message || unreadableReply,
      refusal?.code,
      refusal,
    );
  }
  return {
    data: parseData(call, envelope.data, envelope.statusCode),
    message: envelope.message ?? '',
  };
}

function parseData<C extends Call>(call: C, data: unknown, statusCode: number): DataOf<C> {
  const parsed = call.data.safeParse(data ?? {});
  if (!parsed.success) throw new CallError(statusCode, unreadableReply, 'bad_answer');
  return addUnknownFields(parsed.data, data) as DataOf<C>;
}

/**
 * A newer API may send fields that this release does not know. They are kept: another area on the
 * page may know them and reads from the shared cache.
 */
function addUnknownFields(known: unknown, received: unknown): unknown {
  if (Array.isArray(known) && Array.isArray(received) && known.length === received.length)
    return known.map((item, index) => addUnknownFields(item, received[index]));
  if (!isPlain(known) || !isPlain(received)) return known;
  const entries = Object.entries(received).map(([key, value]) => [
    key,
    Object.hasOwn(known, key) ? addUnknownFields(known[key], value) : value,
  ]);
  return { ...known, ...Object.fromEntries(entries) };
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
