import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PaySettings, readPaySettings } from '../../src/platform/settings/pay-settings.ts';
import { GatewayFile, gatewayFile } from '../../src/platform/settings/sandbox-keys.ts';
import { startTestApi, outputWith, type TestApi, type TestOptions } from '../test-api.ts';
import { freePort } from '../../../../tools/programs/free-port.ts';

type Mode = 'normal' | 'mute' | 'hang' | 'garbage' | 'cut' | 'error';

export interface Cashier {
  api: TestApi;
  pay: PaySettings;
  /** Folder of both sides' keys. */
  folder: string;
  /** The gateway's private keys, which can sign anything in its name. */
  keys: GatewayFile;
  /** The trades of the gateway. */
  trades(): Promise<
    {
      gateway: string;
      number: string;
      state: string;
      amount_fen: number;
      gateway_no: string;
      refunds: { number: string; amount_fen: number; state: string }[];
    }[]
  >;
  press(tradeNo: string, act: 'success' | 'failed' | 'late' | 'twice'): Promise<number>;
  setMode(mode: Mode): Promise<void>;
  /** Shifts the clocks of API and gateway together. */
  pass(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '../../../..');

/** Payment settings with separate keys, for a gateway on this port. */
export function sandboxPay(port = 1): { pay: PaySettings; keys: GatewayFile; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'cme-pay-'));
  const pay = readPaySettings(
    { PAY_SANDBOX: 'Y', PAY_GATEWAY_PORT: String(port) },
    { embedded: true, port: 8080, apiPort: 8081, mainDomain: 'cme.localhost', dataDir: folder },
  );
  return {
    pay,
    folder,
    keys: GatewayFile.parse(JSON.parse(readFileSync(gatewayFile(folder), 'utf8'))),
  };
}

/** An API with the embedded gateway in a separate process, using both protocols over real HTTP. */
export async function openCashier(options: TestOptions = {}): Promise<Cashier> {
  const port = await freePort();
  const { pay, keys, folder } = sandboxPay(port);
  const child = spawn(process.execPath, ['tools/gateway/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DRAIN_SECONDS: '0',
      DATABASE_URL: '',
      DATA_DIR: folder,
      PAY_SANDBOX: 'Y',
      PAY_GATEWAY_PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await outputWith(child.stdout, 'gateway ready');
  child.stdout.resume();
  const api = await startTestApi({
    now: new Date(),
    ...options,
    settings: { ...options.settings, pay },
  });
  pay.notifyBase = api.url;
  let offset = api.clock.now().getTime() - Date.now();
  const control = async (path: string, body: object) =>
    fetch(`http://127.0.0.1:${port}/control${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.control}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  let mode: Mode = 'normal';
  const set = async () => void (await control('/mode', { mode, offset }));
  await set();
  return {
    api,
    pay,
    folder,
    keys,
    trades: async () => (await control('/trades', {})).json() as ReturnType<Cashier['trades']>,
    press: async (outTradeNo, act) =>
      (
        await control('', {
          gateway: (await find(control, outTradeNo)) ?? 'wechat',
          out_trade_no: outTradeNo,
          act,
        })
      ).status,
    async setMode(to) {
      mode = to;
      await set();
    },
    async pass(milliseconds) {
      api.clock.set(new Date(Date.now() + offset + milliseconds));
      offset += milliseconds;
      await set();
    },
    async close() {
      await api.close();
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function find(
  control: (path: string, body: object) => Promise<Response>,
  number: string,
): Promise<string | undefined> {
  const trades = (await (await control('/trades', {})).json()) as {
    gateway: string;
    number: string;
  }[];
  return trades.find((trade) => trade.number === number)?.gateway;
}

/** Polls until a condition holds that other processes bring about. */
export async function until<T>(
  attempt: () => Promise<T>,
  isSo: (value: T) => boolean,
  longest = 10_000,
): Promise<T> {
  const end = Date.now() + longest;
  for (;;) {
    const value = await attempt();
    if (isSo(value)) return value;
    if (Date.now() > end) throw new Error(`not in time: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
