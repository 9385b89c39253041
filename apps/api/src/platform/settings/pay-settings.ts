import { createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { payChannelIds } from '@cme/contract/payment';
import * as z from 'zod/mini';
import { deriveAppSecret, readMerchantKeys } from './sandbox-keys.ts';

export type PayChannel = (typeof payChannelIds)[number];

export interface WechatSettings {
  /** The 公众号 that identifies the payer inside WeChat; without it that channel is not offered. */
  oauth?: WechatOauth;
  /** Base URL of the gateway. */
  base: string;
  mchid: string;
  appid: string;
  /** Serial of the merchant's certificate. */
  serial: string;
  privateKey: string;
  /** 32 bytes, for data that the gateway encrypts. */
  apiV3Key: string;
  /** The gateway's keys by serial; two during a rotation. */
  platformKeys: Record<string, string>;
}

interface WechatOauth {
  /** OAuth authorisation URL. */
  open: string;
  /** OAuth token URL. */
  sns: string;
  secret: string;
}

export interface AlipaySettings {
  /** Base URL for the API's calls. */
  gateway: string;
  /** Base URL for the learner's browser. */
  page: string;
  appId: string;
  sellerId: string;
  privateKey: string;
  publicKey: string;
}

/** `embedded` makes samples; with `file` finance exports requests and imports what the tax bureau
 * has issued. */
const invoiceIssuers = ['embedded', 'file'] as const;
type InvoiceIssuerName = (typeof invoiceIssuers)[number];

export interface PaySettings {
  /** Who issues invoices; undefined: not named. The start refuses that. */
  issuer?: InvoiceIssuerName;
  channels: readonly PayChannel[];
  /** Origin for the gateways' notifications, reachable by them. */
  notifyBase: string;
  wechat?: WechatSettings;
  alipay?: AlipaySettings;
  transfer?: { account_name: string; bank: string; account_no: string };
  /** Set only if the embedded gateway is used. */
  sandbox?: { control: string; secret: string };
}

const base = z.string().check(z.regex(/^https?:\/\/[^\s?#@]+[^/\s?#@]$/));
const list = z
  .string()
  .check(z.refine((text) => text.split(',').every((item) => item === '' || isChannel(item))));
const isChannel = (item: string): item is PayChannel => payChannelIds.some((id) => id === item);

/** The payment settings in the environment. */
export const PayEnvironment = {
  PAY_CHANNELS: z.optional(list),
  PAY_SANDBOX: z.optional(z.enum(['Y', 'N'])),
  PAY_GATEWAY_PORT: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535))),
  PAY_NOTIFY_BASE: z.optional(base),
  WECHAT_API_BASE: z._default(base, 'https://api.mch.weixin.qq.com'),
  WECHAT_MCHID: z.optional(z.string()),
  WECHAT_APPID: z.optional(z.string()),
  WECHAT_SERIAL: z.optional(z.string()),
  WECHAT_KEY_FILE: z.optional(z.string()),
  WECHAT_API_V3_KEY: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{32}$/))),
  WECHAT_PLATFORM_KEYS: z.optional(z.string()),
  WECHAT_APP_SECRET: z.optional(z.string()),
  WECHAT_OPEN_BASE: z._default(base, 'https://open.weixin.qq.com'),
  WECHAT_SNS_BASE: z._default(base, 'https://api.weixin.qq.com'),
  ALIPAY_GATEWAY: z._default(base, 'https://openapi.alipay.com/gateway.do'),
  ALIPAY_APP_ID: z.optional(z.string()),
  ALIPAY_SELLER_ID: z.optional(z.string()),
  ALIPAY_KEY_FILE: z.optional(z.string()),
  ALIPAY_PUBLIC_KEY_FILE: z.optional(z.string()),
  TRANSFER_ACCOUNT: z.optional(z.string().check(z.regex(/^[^|]+\|[^|]+\|[^|]+$/))),
  INVOICE_ISSUER: z.optional(z.enum(invoiceIssuers)),
};
const Environment = z.object(PayEnvironment);
type Environment = z.infer<typeof Environment>;

export const payAccepted: Record<string, string> = {
  PAY_CHANNELS: `a list of ${payChannelIds.join(' ')} with commas`,
  PAY_SANDBOX: 'Y or N',
  PAY_GATEWAY_PORT: '1 to 65535',
  PAY_NOTIFY_BASE: 'an address that the gateways reach, such as https://api.example.com',
  WECHAT_API_BASE: 'an address',
  WECHAT_OPEN_BASE: 'an address',
  WECHAT_SNS_BASE: 'an address',
  WECHAT_API_V3_KEY: '32 characters',
  ALIPAY_GATEWAY: 'an address',
  TRANSFER_ACCOUNT: 'account name|bank|account number',
  INVOICE_ISSUER: 'file, or embedded with PAY_SANDBOX=Y',
};

interface PaySettingsContext {
  embedded: boolean;
  port: number;
  apiPort: number;
  mainDomain: string;
  dataDir: string;
}

/** Port of the embedded gateway, and whether it is used. */
export function gatewayPlace(
  environment: Record<string, unknown>,
  { embedded, apiPort }: Pick<PaySettingsContext, 'embedded' | 'apiPort'>,
): { on: boolean; port: number } {
  const e = Environment.parse(environment);
  return {
    on: (e.PAY_SANDBOX ?? (embedded && !e.WECHAT_MCHID && !e.ALIPAY_APP_ID ? 'Y' : 'N')) === 'Y',
    port: e.PAY_GATEWAY_PORT ?? apiPort + 4,
  };
}

/** Throws the name of a missing or invalid setting. */
export class PaySettingError extends Error {}

/** The embedded issuer was named where payments are real. */
export class SampleIssuerError extends Error {}

export function readPaySettings(
  environment: Record<string, unknown>,
  context: PaySettingsContext,
): PaySettings {
  const e = Environment.parse(environment);
  const { on, port } = gatewayPlace(environment, context);
  const requested = e.PAY_CHANNELS?.split(',').filter(isChannel);
  const transfer = parseTransfer(
    e.TRANSFER_ACCOUNT ??
      (on ? '省卫生健康委员会培训中心|工商银行云麓分行营业部|6222 0000 0000 0000 001' : undefined),
  );
  if (e.INVOICE_ISSUER === 'embedded' && !on) throw new SampleIssuerError();
  const issuer = e.INVOICE_ISSUER ?? (on ? 'embedded' : context.embedded ? 'file' : undefined);
  if (on)
    return {
      ...sandboxSettings(context, port),
      ...(issuer && { issuer }),
      channels: requested ?? payChannelIds,
      notifyBase: e.PAY_NOTIFY_BASE ?? `http://127.0.0.1:${context.apiPort}`,
      ...(transfer && { transfer }),
    };
  const wechat = e.WECHAT_MCHID ? readWechatSettings(e) : undefined;
  const alipay = e.ALIPAY_APP_ID ? readAlipaySettings(e) : undefined;
  if ((wechat || alipay) && !e.PAY_NOTIFY_BASE) throw new PaySettingError('PAY_NOTIFY_BASE');
  const able = payChannelIds.filter((id) =>
    id === 'wx_jsapi'
      ? wechat?.oauth
      : id.startsWith('wx')
        ? wechat
        : id.startsWith('ali')
          ? alipay
          : transfer,
  );
  const channels = requested ?? able;
  if (channels.some((id) => !able.includes(id))) throw new PaySettingError('PAY_CHANNELS');
  return {
    ...(issuer && { issuer }),
    channels,
    notifyBase: e.PAY_NOTIFY_BASE ?? '',
    ...(wechat && { wechat }),
    ...(alipay && { alipay }),
    ...(transfer && { transfer }),
  };
}

function parseTransfer(text: string | undefined): PaySettings['transfer'] {
  const [account_name, bank, account_no] = text?.split('|') ?? [];
  return account_name && bank && account_no ? { account_name, bank, account_no } : undefined;
}

function sandboxSettings(
  { dataDir, mainDomain, port: edge }: PaySettingsContext,
  port: number,
): Pick<PaySettings, 'wechat' | 'alipay' | 'sandbox'> {
  const {
    merchant: { wechat, alipay },
    control,
  } = readMerchantKeys(dataDir);
  const here = `http://127.0.0.1:${port}`;
  return {
    wechat: {
      oauth: {
        open: `http://pay.${mainDomain}:${edge}`,
        sns: here,
        secret: deriveAppSecret(wechat.api_v3_key),
      },
      base: here,
      mchid: wechat.mchid,
      appid: wechat.appid,
      serial: wechat.serial,
      privateKey: wechat.private_key,
      apiV3Key: wechat.api_v3_key,
      platformKeys: wechat.platform_keys,
    },
    alipay: {
      gateway: `${here}/gateway.do`,
      page: `http://pay.${mainDomain}:${edge}/gateway.do`,
      appId: alipay.app_id,
      sellerId: alipay.seller_id,
      privateKey: alipay.private_key,
      publicKey: alipay.public_key,
    },
    sandbox: { control: `${here}/control`, secret: control },
  };
}

function requireValue<T>(value: T | undefined, name: string): T {
  if (value === undefined || value === '') throw new PaySettingError(name);
  return value;
}

/** A PEM file with a key of that kind; errors are reported at start, not at the first payment. */
function keyFile(path: string | undefined, name: string, kind: 'private' | 'public'): string {
  const file = requireValue(path, name);
  try {
    const text = readFileSync(file, 'utf8');
    const key = kind === 'private' ? createPrivateKey(text) : createPublicKey(text);
    return key.export({ type: kind === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();
  } catch {
    throw new PaySettingError(name);
  }
}

function readWechatSettings(e: Environment): WechatSettings {
  const keys = requireValue(e.WECHAT_PLATFORM_KEYS, 'WECHAT_PLATFORM_KEYS')
    .split(',')
    .map((item) => item.split('='));
  return {
    ...(e.WECHAT_APP_SECRET && {
      oauth: { open: e.WECHAT_OPEN_BASE, sns: e.WECHAT_SNS_BASE, secret: e.WECHAT_APP_SECRET },
    }),
    base: e.WECHAT_API_BASE,
    mchid: requireValue(e.WECHAT_MCHID, 'WECHAT_MCHID'),
    appid: requireValue(e.WECHAT_APPID, 'WECHAT_APPID'),
    serial: requireValue(e.WECHAT_SERIAL, 'WECHAT_SERIAL'),
    privateKey: keyFile(e.WECHAT_KEY_FILE, 'WECHAT_KEY_FILE', 'private'),
    apiV3Key: requireValue(e.WECHAT_API_V3_KEY, 'WECHAT_API_V3_KEY'),
    platformKeys: Object.fromEntries(
      keys.map(([serial = '', file]) => [
        requireValue(serial, 'WECHAT_PLATFORM_KEYS'),
        keyFile(file, 'WECHAT_PLATFORM_KEYS', 'public'),
      ]),
    ),
  };
}

function readAlipaySettings(e: Environment): AlipaySettings {
  return {
    gateway: e.ALIPAY_GATEWAY,
    page: e.ALIPAY_GATEWAY,
    appId: requireValue(e.ALIPAY_APP_ID, 'ALIPAY_APP_ID'),
    sellerId: requireValue(e.ALIPAY_SELLER_ID, 'ALIPAY_SELLER_ID'),
    privateKey: keyFile(e.ALIPAY_KEY_FILE, 'ALIPAY_KEY_FILE', 'private'),
    publicKey: keyFile(e.ALIPAY_PUBLIC_KEY_FILE, 'ALIPAY_PUBLIC_KEY_FILE', 'public'),
  };
}
