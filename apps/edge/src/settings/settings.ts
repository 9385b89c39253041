import { join } from 'node:path';
import { proxyList } from '@cme/contract/trusted-proxies';
import {
  readOrigin,
  readReleaseSettings,
  readSecret,
  type ReleaseSettings,
  SettingError,
} from '@cme/release';
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

export function readSettings(env: NodeJS.ProcessEnv): EdgeSettings {
  const port = portOf(env, 'PORT', 8080);
  return {
    port,
    listen: env['LISTEN'] || '0.0.0.0',
    mainDomain: env['MAIN_DOMAIN'] || 'cme.localhost',
    apiOrigins: upstreams(env, port),
    gatewayOrigin: readOrigin(env, 'PAY_GATEWAY_ORIGIN'),
    trustedProxies: trustedProxies(env),
    apiBase: readOrigin(env, 'API_BASE'),
    consoleBase: readOrigin(env, 'CONSOLE_BASE'),
    contentBase: readOrigin(env, 'CONTENT_BASE'),
    releaseStore: readReleaseSettings(env),
    rolloutFile: join(env['DATA_DIR'] || '.data', 'rollout.json'),
    secret: () => readSecret(env),
    edgeToken: env['EDGE_TOKEN'] || '',
    logLevel: env['LOG_LEVEL'] || 'info',
    source: env['SOURCE_ORIGINS'] ? JSON.parse(env['SOURCE_ORIGINS']) : {},
    isBesideReleases: env['BESIDE_RELEASES'] === 'Y',
    patience: { headers: 15_000, request: 30_000 },
    work: { burst: 300, perSecond: 10, atOnce: 8 },
    openFiles: getOpenFilesLimit(),
  };
}

/** `host:port`, one or more; defaults to the API on this machine. */
function upstreams(env: NodeJS.ProcessEnv, port: number): string[] {
  const localApi = `127.0.0.1:${portOf(env, 'API_PORT', port + 1)}`;
  const addresses = (env['API_UPSTREAM'] || localApi).split(',').map((file) => file.trim());
  const shape = /^([a-z\d]([a-z\d.-]*[a-z\d])?|\[[\da-f:]+\]):\d{1,5}$/i;
  if (addresses.every((item) => shape.test(item) && URL.canParse(`http://${item}`)))
    return [...new Set(addresses.map((item) => `http://${item}`))];
  throw new SettingError(
    `设置 API_UPSTREAM 应为 host:port，多个以逗号分隔，现为 “${env['API_UPSTREAM']}”`,
  );
}

function trustedProxies(env: NodeJS.ProcessEnv): string[] {
  const list = proxyList(env['TRUSTED_PROXIES'] ?? '');
  if (list) return list;
  throw new SettingError(
    `设置 TRUSTED_PROXIES 应为地址或网段，如 10.0.0.5,192.168.1.0/24，现为 “${env['TRUSTED_PROXIES']}”`,
  );
}

function portOf(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const port = env[name] ? Number(env[name]) : otherwise;
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new SettingError(`设置 ${name} 应为 1 至 65535 的端口号，现为 “${env[name]}”`);
  return port;
}
