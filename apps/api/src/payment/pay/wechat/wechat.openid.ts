import * as z from 'zod/mini';
import type { WechatSettings } from '../../../platform/settings/pay-settings.ts';
import { callGateway } from '../gateway/ask-gateway.ts';
import { GatewayUnavailableError, GatewayRefusedError } from '../gateway/gateway.ts';

type Settings = Pick<WechatSettings, 'appid' | 'oauth'>;

const TokenReply = z.object({ openid: z.optional(z.string()), errcode: z.optional(z.int()) });

/** WeChat's OAuth page, which identifies the browser silently and redirects back with a code.
 * WeChat requires this order of parameters. */
export function authorizeAddress(
  { appid, oauth }: Settings,
  returnUrl: string,
  state: string,
): string {
  const query = new URLSearchParams({
    appid,
    redirect_uri: returnUrl,
    response_type: 'code',
    scope: 'snsapi_base',
    state,
  });
  return `${oauth?.open ?? ''}/connect/oauth2/authorize?${query.toString()}#wechat_redirect`;
}

/** Exchanges a code for the openid, once. Errors contain neither the code nor the reply, because
 * they are logged. */
export async function fetchOpenid({ appid, oauth }: Settings, code: string): Promise<string> {
  if (!oauth) throw new GatewayRefusedError('no_oauth', '');
  const query = new URLSearchParams({
    appid,
    secret: oauth.secret,
    code,
    grant_type: 'authorization_code',
  });
  const { status, bytes } = await callGateway(
    `${oauth.sns}/sns/oauth2/access_token?${query.toString()}`,
    { method: 'GET', headers: { accept: 'application/json' } },
  );
  const parsedReply = TokenReply.safeParse(read(bytes));
  if (status !== 200 || !parsedReply.success)
    throw new GatewayUnavailableError(`WeChat answers ${status} about a code`);
  if (parsedReply.data.openid) return parsedReply.data.openid;
  throw new GatewayRefusedError(
    String(parsedReply.data.errcode ?? ''),
    'WeChat does not take the code',
  );
}

function read(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
