import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { publicFileOf } from './signature.ts';
import type { ReleaseSettings } from './store.ts';

/** A setting of the environment has a value that cannot be used. */
export class SettingError extends Error {}

/**
 * Releases are stored in the data folder or in a bucket, signed with the key in the data folder or
 * with the configured ones.
 */
export function readReleaseSettings(env: NodeJS.ProcessEnv): ReleaseSettings {
  const data = env['DATA_DIR'] || '.data';
  const named = (env['RELEASE_PUBLIC_KEYS'] ?? '').split(',').map((file) => file.trim());
  const addresses = named.filter(Boolean);
  const missing = addresses.find((file) => !existsSync(file));
  if (missing) throw new SettingError(`设置 RELEASE_PUBLIC_KEYS 指向不存在的文件 “${missing}”`);
  const publicKeys = addresses.length > 0 ? addresses : [publicFileOf(releaseKeyFile(env))];
  const bucket = env['RELEASE_BUCKET'];
  if (!bucket) return { storage: { kind: 'folder', folder: join(data, 'releases') }, publicKeys };
  const requireVariable = (name: string) => {
    if (env[name]) return env[name];
    throw new SettingError(`设置 RELEASE_BUCKET 需要同时设置 ${name}`);
  };
  const keys = {
    accessKeyId: requireVariable('S3_ACCESS_KEY_ID'),
    secretAccessKey: requireVariable('S3_SECRET_ACCESS_KEY'),
  };
  if (!readOrigin(env, 'S3_ENDPOINT')) requireVariable('S3_ENDPOINT');
  const place = {
    endpoint: readOrigin(env, 'S3_ENDPOINT'),
    region: env['S3_REGION'] || 'us-east-1',
    bucket,
  };
  return { storage: { kind: 's3', ...place, ...keys }, publicKeys };
}

/** The key that this installation signs releases with. */
export const releaseKeyFile = (env: NodeJS.ProcessEnv): string =>
  env['RELEASE_KEY'] || join(env['DATA_DIR'] || '.data', 'keys/release.pem');

/** An http(s) address without a trailing slash; empty if it is not set. */
export function readOrigin(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) return '';
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SettingError(`设置 ${name} 应为 http(s) 地址，现为 “${value}”`);
  return url.origin + url.pathname.replace(/\/$/, '');
}
