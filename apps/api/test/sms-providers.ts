import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { smsAttempt, smsMessage } from '../src/person/identity/sms/sms.tables.ts';
import { readSmsSandbox } from '../src/platform/settings/sms-sandbox.ts';
import { readSmsSettings, type SmsSettings } from '../src/platform/settings/sms-settings.ts';
import { freePort } from '../../../tools/programs/free-port.ts';
import { until } from './pay/cashier.ts';
import {
  outputWith,
  startTestApi,
  testSecret,
  type TestApi,
  type TestOptions,
} from './test-api.ts';

type Provider = 'aliyun' | 'tencent';

interface Accepted {
  provider: Provider;
  id: string;
  mobile: string;
  scene: string;
  code: string;
  text: string;
}

export interface SmsProviders {
  api: TestApi;
  sms: SmsSettings;
  folder: string;
  /** What a provider does with its next requests, and what its reports say. */
  set(provider: Provider, control: { mode?: string; report?: string }): Promise<void>;
  /** What the providers have accepted for a number. */
  accepted(mobile: string): Promise<Accepted[]>;
  /** The newest message of a site, once it has this status. */
  untilStatus(...status: string[]): ReturnType<typeof readNewest>;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '../../..');

/** An API together with the embedded providers in a separate process, over real HTTP. */
export async function openSmsProviders(
  change: (sms: SmsSettings) => SmsSettings = (sms) => sms,
  options: TestOptions = {},
): Promise<SmsProviders> {
  const folder = mkdtempSync(join(tmpdir(), 'cme-sms-'));
  const port = await freePort();
  const sms = change(
    readSmsSettings({ SMS_PORT: String(port) }, { embedded: true, apiPort: 1, dataDir: folder }),
  );
  const api = await startTestApi({
    jobs: true,
    ...options,
    settings: { ...options.settings, sms },
  });
  const child = spawn(process.execPath, ['tools/sms/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: folder,
      SMS_PROVIDER: 'embedded',
      SMS_PORT: String(port),
      API_PORT: new URL(api.url).port,
      APP_SECRET: testSecret,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await outputWith(child.stdout, 'sms ready');
  child.stdout.resume();
  const { control } = readSmsSandbox(folder);
  const ask = async (path: string, body: object) =>
    fetch(`http://127.0.0.1:${port}/control${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${control}` },
      body: JSON.stringify(body),
    });
  return {
    api,
    sms,
    folder,
    set: async (provider, fields) => void (await ask('/mode', { provider, ...fields })),
    async accepted(mobile) {
      const all = (await (await ask('/messages', {})).json()) as Accepted[];
      return all.filter((message) => message.mobile === mobile);
    },
    untilStatus: (...status) =>
      until(
        () => readNewest(api),
        (newest) => status.includes(newest.status),
        20_000,
      ),
    async close() {
      await api.close();
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function readNewest({ db }: TestApi) {
  const messages = await db.select().from(smsMessage).orderBy(asc(smsMessage.message_id));
  const newest = messages.at(-1);
  const attempts = await db
    .select()
    .from(smsAttempt)
    .where(eq(smsAttempt.message_id, newest?.message_id ?? ''))
    .orderBy(asc(smsAttempt.started_at), asc(smsAttempt.provider));
  return {
    message_id: newest?.message_id ?? '',
    status: newest?.status ?? '',
    reason: newest?.reason ?? '',
    asked: attempts.map(({ provider, result }) => `${provider} ${result}`),
  };
}

/** The lines that the embedded providers, or the file provider, wrote. */
export const readOutbox = (folder: string): { mobile: string; scene: string; code: string }[] =>
  readFileSync(join(folder, 'outbox/sms.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
