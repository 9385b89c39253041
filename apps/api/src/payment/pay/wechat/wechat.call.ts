import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { WechatSettings } from '../../../platform/settings/pay-settings.ts';
import { callGateway, type Reply } from '../gateway/ask-gateway.ts';
import { GatewayUnavailableError, GatewayRefusedError } from '../gateway/gateway.ts';
import { authorization, verifyBytes } from './wechat.crypt.ts';

const Fault = z.object({ code: z.string(), message: z._default(z.string(), '') });
/** Allowed clock skew of a signed reply. */
const answerWindow = 300;
/** Bills are large. */
const downloadMs = 60_000;

export const nonce = () => randomBytes(16).toString('hex');
const seconds = () => String(Math.floor(Date.now() / 1000));

/** Sends a signed request to WeChat Pay v3 and verifies the reply. */
export type WechatCall = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

export const wechatCalls =
  (settings: WechatSettings): WechatCall =>
  async (method, path, input) => {
    const body = input ? JSON.stringify(input) : '';
    const stamp = { method, path, body, timestamp: seconds(), nonce: nonce() };
    const headers = {
      accept: 'application/json',
      'user-agent': 'cme',
      authorization: authorization(stamp, settings),
      ...(input && { 'content-type': 'application/json' }),
    };
    const reply = await callGateway(settings.base + path, {
      method,
      headers,
      ...(input && { body }),
    });
    verifyAnswer(reply, settings);
    if (reply.status === 204 || (reply.status === 200 && reply.bytes.length === 0)) return {};
    const payload = parseBody(reply);
    if (reply.status === 200) return payload;
    const fault = Fault.safeParse(payload);
    if (!fault.success || reply.status >= 500)
      throw new GatewayUnavailableError(`the gateway answers ${reply.status}`);
    throw new GatewayRefusedError(fault.data.code, fault.data.message);
  };

/** Files are on the gateway's own host: the request is signed, the reply is not. */
export function download(settings: WechatSettings, address: string): Promise<Reply> {
  const { pathname, search, origin } = new URL(address);
  if (origin !== new URL(settings.base).origin)
    throw new GatewayUnavailableError('the bill lies elsewhere');
  const path = pathname + search;
  const stamp = { method: 'GET', path, body: '', timestamp: seconds(), nonce: nonce() };
  const headers = { 'user-agent': 'cme', authorization: authorization(stamp, settings) };
  return callGateway(address, { method: 'GET', headers }, downloadMs);
}

/** Parses the payload with this schema; anything else is an invalid reply. */
export function parsePayload<S extends z.ZodMiniType>(shape: S, payload: unknown): z.output<S> {
  const read = shape.safeParse(payload);
  if (!read.success)
    throw new GatewayUnavailableError('the gateway answers something else', { cause: read.error });
  return read.data;
}

function verifyAnswer({ headers, bytes, status }: Reply, { platformKeys }: WechatSettings): void {
  const header = (name: string) => headers.get(`wechatpay-${name}`) ?? '';
  const key = Object.hasOwn(platformKeys, header('serial'))
    ? platformKeys[header('serial')]
    : undefined;
  const isFresh = Math.abs(Number(header('timestamp')) - Number(seconds())) <= answerWindow;
  if (
    !key ||
    !isFresh ||
    !verifyBytes(header('timestamp'), header('nonce'), bytes, header('signature'), key)
  )
    throw new GatewayUnavailableError(`the answer ${status} is not signed by the gateway`);
}

function parseBody({ bytes }: Reply): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (cause) {
    throw new GatewayUnavailableError('the gateway answers no JSON', { cause });
  }
}
