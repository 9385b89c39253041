import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openClient, type OpenClient, type SendOptions } from '@cme/commons/api-client';
import type { BodyOf, Call, DataOf } from '@cme/contract/base';
import type { NoticeRequest } from '../pay/notices.ts';
import type { AppContext } from '../../src/platform/context/context.ts';
import { GatewayFile, gatewayFile } from '../../src/platform/settings/sandbox-keys.ts';
import { openStudy } from '../load/study.ts';
import type { Mode } from '../../../../tools/gateway/book.ts';
import type { Act, GatewayTrade } from '../../../../tools/gateway/trade.ts';
import { startGateway } from '../../../../tools/gateway/server.ts';
import { freePort } from '../../../../tools/programs/free-port.ts';
import { startPostgres } from '../../../../tools/programs/postgres.ts';

export interface Environment {
  /** A third connection to the database, for setup and checks. */
  context: AppContext;
  databaseUrl: string;
  /** Two API processes on one database. */
  bases: readonly string[];
  keys: GatewayFile;
  /** A call of a person, alternating between the APIs. */
  send<C extends Call>(
    call: C,
    body: BodyOf<C>,
    token: string,
    options?: SendOptions,
  ): Promise<DataOf<C>>;
  /** A gateway's notification, alternating between the APIs; true if it was acknowledged. */
  deliverNotice(gateway: 'wechat' | 'alipay', letter: NoticeRequest): Promise<boolean>;
  gateway: {
    set(mode: Mode): Promise<void>;
    /** The payer's actions. */
    press(tradeNo: string, act: Act): Promise<void>;
    trades(): Promise<GatewayTrade[]>;
  };
  /** Number of calls and notifications so far. */
  calls(): number;
  close(): Promise<void>;
}

const apis = 2;
/** Milliseconds; starting two APIs is slow on a busy machine. */
const timeoutMs = 180_000;

async function startApi(environment: NodeJS.ProcessEnv, base: string): Promise<ChildProcess> {
  const api = spawn(
    process.execPath,
    [
      '--import',
      join(import.meta.dirname, '../../../../tools/start/exit-with-parent.ts'),
      join(import.meta.dirname, '../../src/main.ts'),
    ],
    { env: environment, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  for (
    const late = Date.now() + timeoutMs;
    Date.now() < late && api.exitCode === null;
    await pause(50)
  ) {
    if (
      await fetch(`${base}/healthz`).then(
        (item) => item.ok,
        () => false,
      )
    )
      return api;
  }
  throw new Error('the API did not start');
}

/** Two APIs and the embedded gateway on a separate PostgreSQL: real processes, real HTTP. */
export async function openEnvironment(): Promise<Environment> {
  const postgres = await startPostgres({ durable: true });
  const folder = mkdtempSync(join(tmpdir(), 'cme-races-'));
  const gatewayPort = await freePort();
  const common = {
    ...process.env,
    DRAIN_SECONDS: '0',
    DATABASE_URL: postgres.url,
    SMS_PROVIDER: 'file',
    DATA_DIR: folder,
    APP_SECRET: 'a secret of the races, long enough for it',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'fatal',
    PAY_SANDBOX: 'Y',
    PAY_GATEWAY_PORT: String(gatewayPort),
    TRUSTED_PROXIES: 'loopback',
  };
  const study = await openStudy(common);
  const keys = GatewayFile.parse(JSON.parse(readFileSync(gatewayFile(folder), 'utf8')));
  const gateway = await startGateway({
    keys,
    port: gatewayPort,
    people: `http://127.0.0.1:${gatewayPort}`,
  });
  const ports = await Promise.all(Array.from({ length: apis }, freePort));
  const bases = ports.map((port) => `http://127.0.0.1:${port}`);
  // Notifications of trades opened by one API go to the other.
  const started = await Promise.all(
    ports.map((port, index) =>
      startApi(
        { ...common, API_PORT: String(port), PAY_NOTIFY_BASE: bases[(index + 1) % apis] },
        bases[index] ?? '',
      ),
    ),
  );
  const clients = bases.map((apiBase) => openClient({ apiBase, fullDomainName: 'cme.localhost' }));
  let calls = 0;
  const turn = <Item>(items: readonly Item[]): Item => items[(calls += 1) % items.length]!;
  const control = (path: string, body: object) =>
    fetch(`${gateway.url}/control${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.control}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    context: study.context,
    databaseUrl: postgres.url,
    bases,
    keys,
    send: (call, body, token, options) =>
      turn<OpenClient>(clients).send(call, body, { token, ...options }),
    async deliverNotice(name, { headers, body }) {
      const reply = await fetch(`${turn(bases)}/qm/api/v5/pay/notify/${name}`, {
        method: 'POST',
        headers: Object.entries(headers).map(([field, value]): [string, string] => [
          field,
          String(value),
        ]),
        body: body.toString(),
      });
      const text = await reply.text();
      return name === 'wechat' ? reply.status === 204 : text === 'success';
    },
    gateway: {
      set: async (mode) => void (await control('/mode', { mode })),
      press: async (outTradeNo, act) =>
        void (await control('', { gateway: 'wechat', out_trade_no: outTradeNo, act })),
      trades: async () => (await control('/trades', {})).json() as Promise<GatewayTrade[]>,
    },
    calls: () => calls,
    async close() {
      await Promise.all(
        started.map(
          async (api) => api.exitCode === null && (api.kill('SIGTERM'), await once(api, 'exit')),
        ),
      );
      await gateway.close();
      await study.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
