import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { publicFileOf } from './signature.ts';
import type { ReleaseSettings } from './store.ts';

/** A setting of the environment has a value that cannot be used. */
export class SettingError extends Error {}

/** Parses settings; the first one that cannot be used is named in one line with what is accepted. An
 * empty variable counts as unset. */
export function parseSettings<Schema extends z.ZodMiniType>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
  accepted: Record<string, string>,
): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const { data, error } = z.safeParse(schema, given);
  if (!error) return data;
  const name = String(error.issues[0]?.path[0]);
  throw new SettingError(`设置 ${name} 应为${accepted[name]}，现为 “${env[name]}”`);
}

/** An http(s) address, without a slash at its end. */
export const address = z.pipe(
  z.string().check(z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''))),
  z.transform((text) => {
    const { origin, pathname } = new URL(text);
    return origin + pathname.replace(/\/$/, '');
  }),
);
export const addressWords = ' http(s) 地址';

const splitList = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

const Environment = z.object({
  DATA_DIR: z._default(z.string(), '.data'),
  RELEASE_PUBLIC_KEYS: z.pipe(
    z._default(z.string().check(z.refine((text) => splitList(text).every(existsSync))), ''),
    z.transform(splitList),
  ),
  RELEASE_BUCKET: z.optional(z.string()),
  S3_ENDPOINT: z.optional(address),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
});

const accepted = {
  RELEASE_PUBLIC_KEYS: '已有的文件，多个以逗号分隔',
  S3_ENDPOINT: addressWords,
};

/**
 * Releases are stored in the data folder or in a bucket, signed with the key in the data folder or
 * with the configured ones.
 */
export function readReleaseSettings(env: NodeJS.ProcessEnv): ReleaseSettings {
  const e = parseSettings(Environment, env, accepted);
  const named = e.RELEASE_PUBLIC_KEYS;
  const publicKeys = named.length > 0 ? named : [publicFileOf(releaseKeyFile(env))];
  const bucket = e.RELEASE_BUCKET;
  if (!bucket)
    return { storage: { kind: 'folder', folder: join(e.DATA_DIR, 'releases') }, publicKeys };
  const require = (name: 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY') => {
    const value = e[name];
    if (value === undefined) throw new SettingError(`设置 RELEASE_BUCKET 需要同时设置 ${name}`);
    return value;
  };
  return {
    storage: {
      kind: 's3',
      endpoint: require('S3_ENDPOINT'),
      region: e.S3_REGION,
      bucket,
      accessKeyId: require('S3_ACCESS_KEY_ID'),
      secretAccessKey: require('S3_SECRET_ACCESS_KEY'),
    },
    publicKeys,
  };
}

/** The key that this installation signs releases with. */
export const releaseKeyFile = (env: NodeJS.ProcessEnv): string =>
  env['RELEASE_KEY'] || join(env['DATA_DIR'] || '.data', 'keys/release.pem');
