import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));

export const StorageEnvironment = {
  STORAGE: z._default(z.enum(['disk', 's3']), 'disk'),
  S3_ENDPOINT: z.optional(z.string().check(z.regex(/^https?:\/\/[^\s?#@]+$/))),
  S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))),
  S3_REGION: z._default(text, 'us-east-1'),
  S3_ACCESS_KEY_ID: z.optional(text),
  S3_SECRET_ACCESS_KEY: z.optional(text),
  CLAMD: z.optional(z.string().check(z.regex(/^(\/[^\s]+|[A-Za-z0-9.-]+:\d{1,5})$/))),
};

export const storageAccepted: Record<string, string> = {
  STORAGE: 'disk or s3',
  S3_ENDPOINT: 'an address such as https://s3.example.com',
  S3_BUCKET: 'the name of a bucket',
  CLAMD: 'host:port or the path of a socket',
};

/** Where files are kept. */
export type StorageSettings =
  | { kind: 'disk' }
  | {
      kind: 's3';
      endpoint: string;
      bucket: string;
      region: string;
      accessKeyId: string;
      secretAccessKey: string;
    };

/** Address of the virus scanner. */
export type ScannerSettings = { path: string } | { host: string; port: number };

export class StorageSettingError extends Error {}

interface Given {
  STORAGE: 'disk' | 's3';
  S3_ENDPOINT?: string | undefined;
  S3_BUCKET?: string | undefined;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
  CLAMD?: string | undefined;
}

export function storageOfEnvironment(environment: Given): StorageSettings {
  if (environment.STORAGE === 'disk') return { kind: 'disk' };
  const requireValue = (
    name: 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY',
  ) => {
    const value = environment[name];
    if (value === undefined) throw new StorageSettingError(name);
    return value;
  };
  return {
    kind: 's3',
    endpoint: requireValue('S3_ENDPOINT').replace(/\/$/, ''),
    bucket: requireValue('S3_BUCKET'),
    region: environment.S3_REGION,
    accessKeyId: requireValue('S3_ACCESS_KEY_ID'),
    secretAccessKey: requireValue('S3_SECRET_ACCESS_KEY'),
  };
}

export function scannerOfEnvironment({ CLAMD }: Given): ScannerSettings | undefined {
  if (CLAMD === undefined) return undefined;
  if (CLAMD.startsWith('/')) return { path: CLAMD };
  const [host = '', port = ''] = CLAMD.split(':');
  return { host, port: Number(port) };
}
