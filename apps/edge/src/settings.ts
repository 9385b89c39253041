import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { proxyList } from '@cme/contract/trusted-proxies';
import { publicFileOf } from './releases/signature.ts';
import type { ReleaseSettings } from './releases/store.ts';
import type { WorkLimits } from './http/work-limit.ts';
import { getOpenFilesLimit } from './proxy/open-files.ts';
import { secretOf } from './rollout/secret.ts';

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

export class WrongSetting extends Error {}

export function readSettings(env: NodeJS.ProcessEnv): EdgeSettings {
  const port = portOf(env, 'PORT', 8080);
  return {
    port,
    listen: env['LISTEN'] || '0.0.0.0',
    mainDomain: env['MAIN_DOMAIN'] || 'cme.localhost',
    apiOrigins: upstreams(env, port),
    gatewayOrigin: origin(env, 'PAY_GATEWAY_ORIGIN'),
    trustedProxies: trustedProxies(env),
    apiBase: origin(env, 'API_BASE'),
    consoleBase: origin(env, 'CONSOLE_BASE'),
    contentBase: origin(env, 'CONTENT_BASE'),
    releaseStore: releaseSettings(env),
    rolloutFile: join(env['DATA_DIR'] || '.data', 'rollout.json'),
    secret: secretOf(env),
    edgeToken: env['EDGE_TOKEN'] || '',
    logLevel: env['LOG_LEVEL'] || 'info',
    source: env['SOURCE_ORIGINS'] ? JSON.parse(env['SOURCE_ORIGINS']) : {},
    isBesideReleases: env['BESIDE_RELEASES'] === 'Y',
    patience: { headers: 15_000, request: 30_000 },
    work: { burst: 300, perSecond: 10, atOnce: 8 },
    openFiles: getOpenFilesLimit(),
  };
}

/**
 * Releases are stored in the data folder or in a bucket, signed with the key in the data folder or
 * with the configured ones.
 */
function releaseSettings(env: NodeJS.ProcessEnv): ReleaseSettings {
  const data = env['DATA_DIR'] || '.data';
  const named = (env['RELEASE_PUBLIC_KEYS'] ?? '').split(',').map((file) => file.trim());
  const addresses = named.filter(Boolean);
  const missing = addresses.find((file) => !existsSync(file));
  if (missing) throw new WrongSetting(`设置 RELEASE_PUBLIC_KEYS 指向不存在的文件 “${missing}”`);
  const publicKeys = addresses.length > 0 ? addresses : [publicFileOf(releaseKeyFile(env))];
  const bucket = env['RELEASE_BUCKET'];
  if (!bucket) return { storage: { kind: 'folder', folder: join(data, 'releases') }, publicKeys };
  const requireVariable = (name: string) => {
    if (env[name]) return env[name];
    throw new WrongSetting(`设置 RELEASE_BUCKET 需要同时设置 ${name}`);
  };
  const keys = {
    accessKeyId: requireVariable('S3_ACCESS_KEY_ID'),
    secretAccessKey: requireVariable('S3_SECRET_ACCESS_KEY'),
  };
  if (!origin(env, 'S3_ENDPOINT')) requireVariable('S3_ENDPOINT');
  const place = {
    endpoint: origin(env, 'S3_ENDPOINT'),
    region: env['S3_REGION'] || 'us-east-1',
    bucket,
  };
  return { storage: { kind: 's3', ...place, ...keys }, publicKeys };
}

/** The key that this installation signs releases with. */
export const releaseKeyFile = (env: NodeJS.ProcessEnv): string =>
  env['RELEASE_KEY'] || join(env['DATA_DIR'] || '.data', 'keys/release.pem');

/** `host:port`, one or more; defaults to the API on this machine. */
function upstreams(env: NodeJS.ProcessEnv, port: number): string[] {
  const localApi = `127.0.0.1:${portOf(env, 'API_PORT', port + 1)}`;
  const addresses = (env['API_UPSTREAM'] || localApi).split(',').map((file) => file.trim());
  const shape = /^([a-z\d]([a-z\d.-]*[a-z\d])?|\[[\da-f:]+\]):\d{1,5}$/i;
  if (addresses.every((item) => shape.test(item) && URL.canParse(`http://${item}`)))
    return [...new Set(addresses.map((item) => `http://${item}`))];
  throw new WrongSetting(
    `设置 API_UPSTREAM 应为 host:port，多个以逗号分隔，现为 “${env['API_UPSTREAM']}”`,
  );
}

function trustedProxies(env: NodeJS.ProcessEnv): string[] {
  const list = proxyList(env['TRUSTED_PROXIES'] ?? '');
  if (list) return list;
  throw new WrongSetting(
    `设置 TRUSTED_PROXIES 应为地址或网段，如 10.0.0.5,192.168.1.0/24，现为 “${env['TRUSTED_PROXIES']}”`,
  );
}

function portOf(env: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const port = env[name] ? Number(env[name]) : otherwise;
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new WrongSetting(`设置 ${name} 应为 1 至 65535 的端口号，现为 “${env[name]}”`);
  return port;
}

function origin(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) return '';
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new WrongSetting(`设置 ${name} 应为 http(s) 地址，现为 “${value}”`);
  return url.origin + url.pathname.replace(/\/$/, '');
}
