import { join } from 'node:path';
import { proxyList } from '@cme/contract/trusted-proxies';
import {
  address,
  addressWords,
  parseSettings,
  readReleaseSettings,
  readSecret,
  type ReleaseSettings,
} from '@cme/release';
import * as z from 'zod/mini';
import { getOpenFilesLimit } from './open-files.ts';

/** What one client may cause: pieces of work at once after a pause, later per second, and together. */
export interface WorkLimits {
  burst: number;
  perSecond: number;
  atOnce: number;
}

/** Settings of the edge from its environment. Hosts and addresses are here and never in a build. */
export interface EdgeSettings {
  port: number;
  listen: string;
  mainDomain: string;
  /** Origins of the APIs; everything under /qm/ is forwarded to one of them. */
  apiOrigins: string[];
  /**
   * The embedded payment gateway, served under `pay.` of the main domain; empty where a real one is
   * used.
   */
  gatewayOrigin: string;
  /** Addresses and networks whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. */
  trustedProxies: string[];
  /** Address for browsers; empty means the page's own origin. */
  apiBase: string;
  consoleBase: string;
  contentBase: string;
  /** Where releases are stored, and whose signatures are accepted. */
  releaseStore: ReleaseSettings;
  /** File of the last known rollout state. */
  rolloutFile: string;
  /** The installation's secret, once there is one. */
  secret(): Uint8Array<ArrayBuffer> | undefined;
  /** Token for an edge that does not have the secret; empty where it does. */
  edgeToken: string;
  logLevel: string;
  /** Origin of the development server by application, for areas running from source. */
  source: Partial<Record<string, string>>;
  /** Sources run alongside released areas, and a panel shows which is which. */
  isBesideReleases: boolean;
  /** Milliseconds a client has for its headers, and for the whole request. */
  patience: { headers: number; request: number };
  /** Pages and the like that one client may cause to be made. */
  work: WorkLimits;
  /** Open file limit, and so connections, of this process. */
  openFiles: number;
}

const port = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65_535));
const base = z._default(address, '');
const hostAndPort = /^([a-z\d]([a-z\d.-]*[a-z\d])?|\[[\da-f:]+\]):\d{1,5}$/i;
const splitList = (text: string) => text.split(',').map((item) => item.trim());
const isUpstream = (item: string) => hostAndPort.test(item) && URL.canParse(`http://${item}`);

const Environment = z.object({
  PORT: z._default(port, 8080),
  API_PORT: z.optional(port),
  LISTEN: z._default(z.string(), '0.0.0.0'),
  MAIN_DOMAIN: z._default(z.string(), 'cme.localhost'),
  API_UPSTREAM: z.optional(z.string().check(z.refine((text) => splitList(text).every(isUpstream)))),
  PAY_GATEWAY_ORIGIN: base,
  TRUSTED_PROXIES: z._default(
    z.string().check(z.refine((text) => proxyList(text) !== undefined)),
    '',
  ),
  API_BASE: base,
  CONSOLE_BASE: base,
  CONTENT_BASE: base,
  DATA_DIR: z._default(z.string(), '.data'),
  EDGE_TOKEN: z._default(z.string(), ''),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
  ),
  SOURCE_ORIGINS: z._default(z.string(), '{}'),
  BESIDE_RELEASES: z._default(z.string(), 'N'),
});

const portWords = ' 1 至 65535 的端口号';
/** Accepted values of each setting, for error messages. */
const accepted: Record<string, string> = {
  PORT: portWords,
  API_PORT: portWords,
  API_UPSTREAM: ' host:port，多个以逗号分隔',
  PAY_GATEWAY_ORIGIN: addressWords,
  TRUSTED_PROXIES: '地址或网段，如 10.0.0.5,192.168.1.0/24',
  API_BASE: addressWords,
  CONSOLE_BASE: addressWords,
  CONTENT_BASE: addressWords,
  LOG_LEVEL: ' fatal error warn info debug trace silent 之一',
};

export function readSettings(env: NodeJS.ProcessEnv): EdgeSettings {
  const e = parseSettings(Environment, env, accepted);
  const upstreams = e.API_UPSTREAM ?? `127.0.0.1:${e.API_PORT ?? e.PORT + 1}`;
  return {
    port: e.PORT,
    listen: e.LISTEN,
    mainDomain: e.MAIN_DOMAIN,
    apiOrigins: [...new Set(splitList(upstreams).map((item) => `http://${item}`))],
    gatewayOrigin: e.PAY_GATEWAY_ORIGIN,
    trustedProxies: proxyList(e.TRUSTED_PROXIES) ?? [],
    apiBase: e.API_BASE,
    consoleBase: e.CONSOLE_BASE,
    contentBase: e.CONTENT_BASE,
    releaseStore: readReleaseSettings(env),
    rolloutFile: join(e.DATA_DIR, 'rollout.json'),
    secret: () => readSecret(env),
    edgeToken: e.EDGE_TOKEN,
    logLevel: e.LOG_LEVEL,
    source: JSON.parse(e.SOURCE_ORIGINS),
    isBesideReleases: e.BESIDE_RELEASES === 'Y',
    patience: { headers: 15_000, request: 30_000 },
    work: { burst: 300, perSecond: 10, atOnce: 8 },
    openFiles: getOpenFilesLimit(),
  };
}
