import { proxyList } from '@cme/contract/trusted-proxies';
import * as z from 'zod/mini';
import { listTemplates, readSmsSandbox } from './sms-sandbox.ts';
import { isSmsSign, parseTemplates } from './sms-template.ts';

export const smsProviders = ['aliyun', 'tencent'] as const;
export type SmsProvider = (typeof smsProviders)[number];

/** Signature and templates; those of a site take precedence over the installation's. */
export interface SmsWording {
  sign: string;
  /** As `parseTemplates` reads it. */
  template: string;
}

export interface AliyunSms extends SmsWording {
  endpoint: string;
  keyId: string;
  keySecret: string;
}

export interface TencentSms extends SmsWording {
  endpoint: string;
  region: string;
  secretId: string;
  secretKey: string;
  appId: string;
}

export interface SmsSettings {
  /** In the order of failover. */
  order: readonly (SmsProvider | 'file')[];
  aliyun?: AliyunSms;
  tencent?: TencentSms;
  /** Addresses and networks that may deliver reports; empty: all that know the address. */
  reportFrom: string[];
  /** Port of the embedded providers, if they are used. */
  port?: number;
}

const endpoint = z.string().check(z.regex(/^https?:\/\/[^/\s?#@]+$/));
const sign = z.string().check(z.refine(isSmsSign));
const template = z.string().check(z.refine((text) => parseTemplates(text) !== undefined));

export const SmsEnvironment = {
  SMS_PROVIDER: z.optional(
    z.enum(['file', 'embedded', 'aliyun', 'tencent', 'aliyun,tencent', 'tencent,aliyun']),
  ),
  SMS_PORT: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535))),
  SMS_REPORT_FROM: z._default(
    z.string().check(z.refine((text) => proxyList(text) !== undefined)),
    '',
  ),
  SMS_ALIYUN_ENDPOINT: z._default(endpoint, 'https://dysmsapi.aliyuncs.com'),
  SMS_ALIYUN_KEY_ID: z.optional(z.string()),
  SMS_ALIYUN_KEY_SECRET: z.optional(z.string()),
  SMS_ALIYUN_SIGN: z.optional(sign),
  SMS_ALIYUN_TEMPLATE: z.optional(template),
  SMS_TENCENT_ENDPOINT: z._default(endpoint, 'https://sms.tencentcloudapi.com'),
  SMS_TENCENT_REGION: z._default(z.string().check(z.regex(/^[a-z-]+$/)), 'ap-guangzhou'),
  SMS_TENCENT_SECRET_ID: z.optional(z.string()),
  SMS_TENCENT_SECRET_KEY: z.optional(z.string()),
  SMS_TENCENT_APP_ID: z.optional(z.string().check(z.regex(/^\d+$/))),
  SMS_TENCENT_SIGN: z.optional(sign),
  SMS_TENCENT_TEMPLATE: z.optional(template),
};
const Environment = z.object(SmsEnvironment);
type Environment = z.infer<typeof Environment>;

const acceptedTemplate = 'a template such as SMS_1, or SMS_1,regist:SMS_2+minutes';
const acceptedSign = 'a signature of 2 to 20 characters without 【】';
export const smsAccepted: Record<string, string> = {
  SMS_PROVIDER: 'aliyun, tencent, both with a comma in the order of failover, file, or embedded',
  SMS_PORT: '1 to 65535',
  SMS_REPORT_FROM: 'addresses or networks such as 203.0.113.7,203.0.113.64/26',
  SMS_ALIYUN_ENDPOINT: 'an origin',
  SMS_ALIYUN_SIGN: acceptedSign,
  SMS_ALIYUN_TEMPLATE: acceptedTemplate,
  SMS_TENCENT_ENDPOINT: 'an origin',
  SMS_TENCENT_REGION: 'a region such as ap-guangzhou',
  SMS_TENCENT_APP_ID: 'a number',
  SMS_TENCENT_SIGN: acceptedSign,
  SMS_TENCENT_TEMPLATE: acceptedTemplate,
};

/** The name of a missing setting. */
export class SmsSettingError extends Error {}

/** With a real database nothing is chosen silently: the start refuses an unnamed provider
 * (`requireProviders`), while commands that send nothing need none. */
export function readSmsSettings(
  environment: Record<string, unknown>,
  { embedded, apiPort, dataDir }: { embedded: boolean; apiPort: number; dataDir: string },
): SmsSettings {
  const e = Environment.parse(environment);
  const reportFrom = proxyList(e.SMS_REPORT_FROM) ?? [];
  const chosen = e.SMS_PROVIDER ?? (embedded ? 'embedded' : '');
  if (chosen === 'embedded')
    return { ...readSandbox(dataDir, e.SMS_PORT ?? apiPort + 6), reportFrom };
  if (chosen === 'file' || chosen === '')
    return { order: chosen === '' ? [] : ['file'], reportFrom };
  const order = smsProviders
    .filter((name) => chosen.includes(name))
    .toSorted((a, b) => chosen.indexOf(a) - chosen.indexOf(b));
  return {
    order,
    ...(order.includes('aliyun') && { aliyun: readAliyun(e) }),
    ...(order.includes('tencent') && { tencent: readTencent(e) }),
    reportFrom,
  };
}

function readAliyun(e: Environment): AliyunSms {
  return {
    endpoint: e.SMS_ALIYUN_ENDPOINT,
    keyId: requireValue(e, 'SMS_ALIYUN_KEY_ID'),
    keySecret: requireValue(e, 'SMS_ALIYUN_KEY_SECRET'),
    sign: requireValue(e, 'SMS_ALIYUN_SIGN'),
    template: requireValue(e, 'SMS_ALIYUN_TEMPLATE'),
  };
}

function readTencent(e: Environment): TencentSms {
  return {
    endpoint: e.SMS_TENCENT_ENDPOINT,
    region: e.SMS_TENCENT_REGION,
    secretId: requireValue(e, 'SMS_TENCENT_SECRET_ID'),
    secretKey: requireValue(e, 'SMS_TENCENT_SECRET_KEY'),
    appId: requireValue(e, 'SMS_TENCENT_APP_ID'),
    sign: requireValue(e, 'SMS_TENCENT_SIGN'),
    template: requireValue(e, 'SMS_TENCENT_TEMPLATE'),
  };
}

function requireValue(e: Environment, name: keyof Environment): string {
  const value = e[name];
  if (typeof value !== 'string' || value === '') throw new SmsSettingError(name);
  return value;
}

function readSandbox(dataDir: string, port: number): Omit<SmsSettings, 'reportFrom'> {
  const { aliyun, tencent } = readSmsSandbox(dataDir);
  const here = `http://127.0.0.1:${port}`;
  return {
    order: smsProviders,
    port,
    aliyun: {
      endpoint: here,
      keyId: aliyun.key_id,
      keySecret: aliyun.key_secret,
      sign: aliyun.approved.signs[0] ?? '',
      template: listTemplates(aliyun.approved),
    },
    tencent: {
      endpoint: here,
      region: 'ap-guangzhou',
      secretId: tencent.secret_id,
      secretKey: tencent.secret_key,
      appId: tencent.app_id,
      sign: tencent.approved.signs[0] ?? '',
      template: listTemplates(tencent.approved),
    },
  };
}
