import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { proxyList } from '@cme/contract/trusted-proxies';
import * as z from 'zod/mini';
import { type NumberKeys, parseNumberKeys } from './number-keys.ts';
import {
  gatewayPlace,
  payAccepted,
  PayEnvironment,
  type PaySettings,
  readPaySettings,
  PaySettingError,
  SampleIssuerError,
} from './pay-settings.ts';
import {
  readSmsSettings,
  smsAccepted,
  SmsEnvironment,
  SmsSettingError,
  type SmsSettings,
} from './sms-settings.ts';
import {
  StorageSettingError,
  type ScannerSettings,
  scannerOfEnvironment,
  storageAccepted,
  StorageEnvironment,
  storageOfEnvironment,
  type StorageSettings,
} from './storage-settings.ts';
import { readWechatSignIn, WechatEnvironment, type WechatSignIn } from './wechat-settings.ts';

/** An invalid setting; the message is the one line printed at start. */
export class SettingError extends Error {}

const port = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535));
const amount = z.coerce.number().check(z.int(), z.minimum(0));
const host = z.string().check(z.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/));
const base = z.string().check(z.regex(/^(https?:\/\/[^/\s?#@]+)?$/));

const Environment = z.object({
  PORT: z._default(port, 8080),
  API_PORT: z.optional(port),
  API_LISTEN: z._default(z.string(), '127.0.0.1'),
  MAIN_DOMAIN: z._default(host, 'cme.localhost'),
  DATABASE_URL: z.optional(z.string().check(z.regex(/^postgres(ql)?:\/\//))),
  DATA_DIR: z._default(z.string(), '.data'),
  API_BASE: z._default(base, ''),
  CONSOLE_BASE: z._default(base, ''),
  CONTENT_BASE: z._default(base, ''),
  APP_SECRET: z.optional(z.string().check(z.minLength(32))),
  NUMBER_KEYS: z.pipe(
    z._default(z.string(), '1'),
    z.transform((text, { issues }) => {
      const keys = parseNumberKeys(text);
      if (!keys) issues.push({ code: 'custom', input: '', message: 'no keys' });
      return keys as NumberKeys;
    }),
  ),
  SMS_BUDGET: z._default(amount.check(z.minimum(10)), 1000),
  WEIXIN_TICKET_FILE: z.optional(z.string()),
  WECOM_TICKET_FILE: z.optional(z.string()),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
  ),
  SAMPLE: z.optional(z.enum(['Y', 'N'])),
  DRAIN_SECONDS: z.optional(amount.check(z.maximum(60))),
  LIVE_RTMP: z._default(z.string().check(z.regex(/^(rtmps?:\/\/[^\s?#@]+)?$/)), ''),
  POOL_SIZE: z._default(amount.check(z.minimum(2), z.maximum(200)), 12),
  RATE_LIMIT: z._default(amount, 6000),
  FFMPEG: z._default(z.string(), 'ffmpeg'),
  TRUSTED_PROXIES: z._default(
    z.string().check(z.refine((text) => proxyList(text) !== undefined)),
    '',
  ),
  ...SmsEnvironment,
  ...StorageEnvironment,
  ...WechatEnvironment,
  ...PayEnvironment,
});

export interface Settings {
  /** The public port, the edge's. */
  port: number;
  apiPort: number;
  apiListen: string;
  mainDomain: string;
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl?: string;
  dataDir: string;
  apiBase: string;
  consoleBase: string;
  contentBase: string;
  /** Every key is derived from it with `keyFor`. */
  secret: Buffer;
  /** Keys that encrypt and hash mobile and identity numbers. */
  numberKeys: NumberKeys;
  /** Who sends SMS. */
  sms: SmsSettings;
  /** SMS that one site may send within 15 minutes. */
  smsBudget: number;
  weixinTicketFile: string;
  wecomTicketFile: string;
  logLevel: string;
  /** Whether an empty database is filled with the sample content; by default the embedded one is. */
  sample: boolean;
  poolSize: number;
  /** How long a process keeps serving after SIGTERM while it reports that it is leaving. */
  drainSeconds: number;
  /** Requests a minute per address; 0 disables the general limit. */
  rateLimit: number;
  /** The program that converts videos to HLS; `ffprobe` is in the same folder. */
  ffmpeg: string;
  /** Addresses and networks whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. */
  trustedProxies: string[];
  /** Where teachers send streams; empty: this installation has no ingest. */
  liveRtmp: string;
  /** File storage. */
  storage: StorageSettings;
  /** The virus scanner; undefined: files are not scanned. */
  scanner?: ScannerSettings | undefined;
  pay: PaySettings;
  /** WeChat sign-in methods of the installation, for sites that offer them. */
  wechatSignIn: WechatSignIn;
  /** Port of the embedded gateway; undefined with a real one. */
  gatewayPort?: number;
  /** Hashes of the cheapest proof of work: 0.25 s on a desktop, about 1 s on an old phone. */
  proofNumber: number;
  /** Cache lifetime of site rows. */
  siteCacheMs: number;
  /** Cache lifetime of catalogue lists and home pages. */
  listCacheMs: number;
}

/** Accepted values of each setting, for error messages. */
const accepted: Record<string, string> = {
  PORT: '1 to 65535',
  API_PORT: '1 to 65535',
  MAIN_DOMAIN: 'a host name in lower case',
  DATABASE_URL: 'postgres://…',
  API_BASE: 'an origin such as https://api.example.com',
  CONSOLE_BASE: 'an origin',
  CONTENT_BASE: 'an origin',
  APP_SECRET: 'at least 32 characters',
  NUMBER_KEYS: 'keys such as 2:<at least 32 letters, digits, _ or ->,1, the encrypting one first',
  SMS_BUDGET: 'a whole number from 10',
  LOG_LEVEL: 'fatal error warn info debug trace silent',
  SAMPLE: 'Y or N',
  LIVE_RTMP: 'an address such as rtmp://live.example.com/live',
  POOL_SIZE: '2 to 200',
  DRAIN_SECONDS: '0 to 60',
  RATE_LIMIT: 'a whole number, 0 for none',
  TRUSTED_PROXIES: 'addresses or networks such as 10.0.0.5,192.168.1.0/24',
  ...smsAccepted,
  ...storageAccepted,
  ...payAccepted,
};

/** Parses the environment; throws `SettingError` with one line. An empty variable counts as
 * unset. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw wrongSetting(String(parsed.error.issues[0]?.path[0]), given);
  const e = parsed.data;
  const apiPort = e.API_PORT ?? e.PORT + 1;
  if (apiPort > 65_535 || apiPort === e.PORT)
    throw wrongSetting('API_PORT', { API_PORT: String(apiPort) });
  const dataDir = resolve(e.DATA_DIR);
  const context = {
    embedded: e.DATABASE_URL === undefined,
    port: e.PORT,
    apiPort,
    mainDomain: e.MAIN_DOMAIN,
    dataDir,
  };
  const gateway = gatewayPlace(given, context);
  return {
    port: e.PORT,
    apiPort,
    apiListen: e.API_LISTEN,
    mainDomain: e.MAIN_DOMAIN,
    databaseUrl: e.DATABASE_URL,
    dataDir,
    apiBase: e.API_BASE,
    consoleBase: e.CONSOLE_BASE,
    contentBase: e.CONTENT_BASE,
    secret: readSecret(e.APP_SECRET, e.DATABASE_URL, dataDir),
    numberKeys: e.NUMBER_KEYS,
    sms: readSms(given, context),
    smsBudget: e.SMS_BUDGET,
    weixinTicketFile: resolve(e.WEIXIN_TICKET_FILE ?? join(dataDir, 'weixin-ticket.json')),
    wecomTicketFile: resolve(e.WECOM_TICKET_FILE ?? join(dataDir, 'wecom-ticket.json')),
    logLevel: e.LOG_LEVEL,
    sample: (e.SAMPLE ?? (e.DATABASE_URL === undefined ? 'Y' : 'N')) === 'Y',
    liveRtmp: e.LIVE_RTMP.replace(/\/$/, ''),
    storage: readStorage(e),
    scanner: scannerOfEnvironment(e),
    pay: readPay(given, context),
    wechatSignIn: readWechatSignIn(given, { ...context, gateway }),
    ...(gateway.on && { gatewayPort: gateway.port }),
    poolSize: e.POOL_SIZE,
    drainSeconds: e.DRAIN_SECONDS ?? (e.DATABASE_URL === undefined ? 0 : 6),
    rateLimit: e.RATE_LIMIT,
    ffmpeg: e.FFMPEG,
    trustedProxies: proxyList(e.TRUSTED_PROXIES) ?? [],
    proofNumber: 50_000,
    siteCacheMs: 1000,
    listCacheMs: 3000,
  };
}

function readPay(
  env: Record<string, string | undefined>,
  context: Parameters<typeof readPaySettings>[1],
): PaySettings {
  try {
    return readPaySettings(env, context);
  } catch (fault) {
    if (fault instanceof SampleIssuerError)
      throw new SettingError(
        'setting INVOICE_ISSUER=embedded cannot be used without PAY_SANDBOX=Y: its invoices are samples; accepted: file',
      );
    if (!(fault instanceof PaySettingError)) throw fault;
    throw new SettingError(
      `setting ${fault.message} is missing or cannot be used, while payment is switched on`,
    );
  }
}

/** A start with a real database names who sends SMS, because a code that only a file gets, nobody
 * gets, and who issues invoices, unless payments are a sandbox. */
export function requireProviders({ sms, pay }: Pick<Settings, 'sms' | 'pay'>): void {
  const missing =
    sms.order.length === 0 ? 'SMS_PROVIDER' : pay.issuer ? undefined : 'INVOICE_ISSUER';
  if (missing)
    throw new SettingError(
      `setting ${missing} is missing; with DATABASE_URL it must be given: ${accepted[missing]}`,
    );
}

function readSms(
  env: Record<string, string | undefined>,
  context: Parameters<typeof readSmsSettings>[1],
): SmsSettings {
  try {
    return readSmsSettings(env, context);
  } catch (fault) {
    if (!(fault instanceof SmsSettingError)) throw fault;
    throw new SettingError(
      `setting ${fault.message} is missing, and SMS_PROVIDER=${env['SMS_PROVIDER']}`,
    );
  }
}

function readStorage(given: Parameters<typeof storageOfEnvironment>[0]): StorageSettings {
  try {
    return storageOfEnvironment(given);
  } catch (fault) {
    if (!(fault instanceof StorageSettingError)) throw fault;
    throw new SettingError(`setting ${fault.message} is missing, and STORAGE=s3`);
  }
}

function wrongSetting(name: string, env: Record<string, string | undefined>): SettingError {
  const value = /SECRET|DATABASE_URL|NUMBER_KEYS|_V3_KEY|SMS_.*KEY/.test(name)
    ? '…'
    : JSON.stringify(env[name]);
  return new SettingError(
    `setting ${name}=${value} cannot be used; accepted: ${accepted[name] ?? 'a text'}`,
  );
}

/** A production server must be given its secret; the embedded start generates one in its data
 * folder. */
function readSecret(
  given: string | undefined,
  databaseUrl: string | undefined,
  dataDir: string,
): Buffer {
  if (given) return Buffer.from(given, 'utf8');
  if (databaseUrl)
    throw new SettingError(
      'setting APP_SECRET is missing; with DATABASE_URL it must be given, at least 32 characters',
    );
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file);
}
