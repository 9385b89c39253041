import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const Wechat = z.object({
  mchid: z.string(),
  appid: z.string(),
  serial: z.string(),
  private_key: z.string(),
  api_v3_key: z.string(),
  platform_keys: z.record(z.string(), z.string()),
});
const Alipay = z.object({
  app_id: z.string(),
  seller_id: z.string(),
  private_key: z.string(),
  public_key: z.string(),
});

/** The merchant's half: the API's settings for the embedded gateway. */
export const MerchantFile = z.object({ wechat: Wechat, alipay: Alipay });
export type MerchantFile = z.infer<typeof MerchantFile>;

/** The gateway's half: its own private keys, and the merchant's public ones. */
export const GatewayFile = z.object({
  control: z.string(),
  wechat: z.object({
    mchid: z.string(),
    appid: z.string(),
    merchant_serial: z.string(),
    merchant_key: z.string(),
    api_v3_key: z.string(),
    serial: z.string(),
    private_key: z.string(),
  }),
  alipay: z.object({
    app_id: z.string(),
    seller_id: z.string(),
    merchant_key: z.string(),
    private_key: z.string(),
  }),
});
export type GatewayFile = z.infer<typeof GatewayFile>;

export const gatewayFile = (dataDir: string) => join(dataDir, 'pay', 'gateway.json');
const merchantFile = (dataDir: string) => join(dataDir, 'pay', 'merchant.json');
const controlFile = (dataDir: string) => join(dataDir, 'pay', 'control');

function pair(): { own: string; open: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    own: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    open: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** The 公众号's secret, known to both sides: derived from shared data, so that older folders have it
 * too. */
export const deriveAppSecret = (apiV3Key: string): string =>
  createHash('sha256').update(`app-secret/${apiV3Key}`).digest('hex').slice(0, 32);

const deriveKey = (name: string, apiV3Key: string, length: number) =>
  createHash('sha256').update(`${name}/${apiV3Key}`).digest('hex').slice(0, length);

/** The website app of the open platform, derived in the same way. */
export const deriveWebApp = (apiV3Key: string): { appid: string; secret: string } => ({
  appid: `wx${deriveKey('web-app', apiV3Key, 16)}`,
  secret: deriveKey('web-secret', apiV3Key, 32),
});

const serial = () => randomBytes(20).toString('hex').toUpperCase();

/** New keys for both sides, kept separate as with a real gateway. */
export function makeSandboxKeys(): { merchant: MerchantFile; gateway: GatewayFile } {
  const merchantWechat = pair();
  const gatewayWechat = pair();
  const merchantAlipay = pair();
  const gatewayAlipay = pair();
  const api_v3_key = randomBytes(16).toString('hex');
  const wechat = { mchid: '1900000109', appid: 'wxd678efh567hg6787' };
  const alipay = { app_id: '2021000000000001', seller_id: '2088000000000001' };
  const merchant_serial = serial();
  const gateway_serial = serial();
  return {
    merchant: {
      wechat: {
        ...wechat,
        serial: merchant_serial,
        private_key: merchantWechat.own,
        api_v3_key,
        platform_keys: { [gateway_serial]: gatewayWechat.open },
      },
      alipay: { ...alipay, private_key: merchantAlipay.own, public_key: gatewayAlipay.open },
    },
    gateway: {
      control: randomBytes(24).toString('base64url'),
      wechat: {
        ...wechat,
        merchant_serial,
        merchant_key: merchantWechat.open,
        api_v3_key,
        serial: gateway_serial,
        private_key: gatewayWechat.own,
      },
      alipay: { ...alipay, merchant_key: merchantAlipay.open, private_key: gatewayAlipay.own },
    },
  };
}

/** Creates the keys of the embedded gateway once and stores them in the data folder, one file per
 * side. */
export function readMerchantKeys(dataDir: string): { merchant: MerchantFile; control: string } {
  if (!existsSync(controlFile(dataDir))) {
    mkdirSync(join(dataDir, 'pay'), { recursive: true, mode: 0o700 });
    const { merchant, gateway } = makeSandboxKeys();
    const write = (file: string, text: string) => writeFileSync(file, text, { mode: 0o600 });
    write(merchantFile(dataDir), JSON.stringify(merchant));
    write(gatewayFile(dataDir), JSON.stringify(gateway));
    write(controlFile(dataDir), gateway.control);
  }
  return {
    merchant: MerchantFile.parse(JSON.parse(readFileSync(merchantFile(dataDir), 'utf8'))),
    control: readFileSync(controlFile(dataDir), 'utf8'),
  };
}
