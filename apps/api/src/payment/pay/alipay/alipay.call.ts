import type { AlipaySdk } from 'alipay-sdk';
import * as z from 'zod/mini';
import { formatTime } from '../../../platform/http/format-time.ts';
import type { AlipaySettings } from '../../../platform/settings/pay-settings.ts';
import { gatewayTimeoutMs } from '../gateway/ask-gateway.ts';
import { GatewayUnavailableError, GatewayRefusedError } from '../gateway/gateway.ts';

const Answer = z.looseObject({
  code: z.string(),
  sub_code: z.optional(z.string()),
  sub_msg: z.optional(z.string()),
});

/** Concurrent requests with the same number, and pending ones, are treated as a temporary gateway
 * failure. */
const isBusy = (subCode: string) => /SYSTEM_ERROR|^aop\.|^isp\.(?!bill_not_exist)/i.test(subCode);

type Sdks = Record<'server' | 'page', AlipaySdk>;

/** The official SDK, loaded on first use, so that a server without payments does not load it. */
export function lazySdks(settings: AlipaySettings): () => Promise<Sdks> {
  let sdks: Promise<Sdks> | undefined;
  return () => (sdks ??= openSdks(settings));
}

async function openSdks({ gateway, page, appId, privateKey, publicKey }: AlipaySettings) {
  const { AlipaySdk: Sdk } = await import('alipay-sdk');
  const shared = {
    appId,
    privateKey,
    alipayPublicKey: publicKey,
    keyType: 'PKCS8' as const,
    camelcase: false,
    timeout: gatewayTimeoutMs,
  };
  return { server: new Sdk({ ...shared, gateway }), page: new Sdk({ ...shared, gateway: page }) };
}

/** Calls an Alipay method; verifies the reply and its shape. */
export type AlipayCall = <S extends z.ZodMiniType>(
  method: string,
  shape: S,
  bizContent: Record<string, unknown>,
) => Promise<z.output<S>>;

export const alipayCalls =
  (sdks: () => Promise<Sdks>): AlipayCall =>
  async (method, shape, bizContent) => {
    const { server } = await sdks();
    const response = await server
      .exec(method, { bizContent, timestamp: formatTime(new Date()) }, { validateSign: true })
      .catch((cause: unknown) => {
        throw new GatewayUnavailableError('Alipay does not answer', { cause });
      });
    const answer = Answer.safeParse(response);
    if (!answer.success) throw new GatewayUnavailableError('Alipay answers something else');
    const { code, sub_code = '', sub_msg = '' } = answer.data;
    if (code === '20000' || isBusy(sub_code))
      throw new GatewayUnavailableError(`Alipay answers ${code} ${sub_code}`);
    if (code !== '10000') throw new GatewayRefusedError(sub_code || code, sub_msg);
    const read = shape.safeParse(response);
    if (!read.success)
      throw new GatewayUnavailableError('Alipay answers something else', { cause: read.error });
    return read.data;
  };
