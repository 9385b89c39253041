import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { SmsSandbox } from '@cme/api/settings/sms-sandbox';
import { createAliyun } from './aliyun.ts';
import { type Control, modes, type Reply, reportModes, type SentMessage } from './message.ts';
import { createReporter } from './reports.ts';
import { createTencent } from './tencent.ts';

export interface SmsServerOptions {
  account: SmsSandbox;
  port: number;
  /** Where reports are delivered. */
  addressOf(provider: SentMessage['provider']): string;
  /** Folder of `sms.jsonl`, in which the codes can be read. */
  outbox: string;
}

const largest = 64 * 1024;

/** Aliyun's and Tencent Cloud's SendSms in one small server. */
export async function startSmsServer({ account, port, addressOf, outbox }: SmsServerOptions) {
  const controls: Record<SentMessage['provider'], Control> = {
    aliyun: { mode: 'normal', report: 'delivered' },
    tencent: { mode: 'normal', report: 'delivered' },
  };
  const aliyun = createAliyun(account.aliyun, controls.aliyun);
  const tencent = createTencent(account.tencent, controls.tencent);
  const reporter = createReporter(addressOf);
  const messages: SentMessage[] = [];

  async function accept(message: SentMessage): Promise<void> {
    messages.push(message);
    const { mobile, scene, code, at, provider } = message;
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const line = `${JSON.stringify({ mobile, scene, code, at })}\n`;
    await appendFile(join(outbox, 'sms.jsonl'), line, { mode: 0o600 });
    reporter.announce(message, controls[provider]);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const write = ({ status, body }: Reply) =>
      void response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(body));
    const body = await readBody(request);
    const url = new URL(request.url ?? '/', 'http://sms');
    const headers = request.headers as Record<string, string | undefined>;
    if (url.pathname === '/healthz') return write({ status: 200, body: {} });
    if (url.pathname.startsWith('/control')) return write(handleControl(url, headers, body));
    const provider = headers['authorization']?.startsWith('TC3-') ? 'tencent' : 'aliyun';
    const { mode } = controls[provider];
    if (mode === 'hang') return;
    if (mode === 'cut') return void request.socket.destroy();
    if (mode === 'error') return void response.writeHead(500).end();
    if (mode === 'garbage') return void response.writeHead(200).end('<html>');
    const { method = '' } = request;
    const { pathname, search } = url;
    const { reply, message } =
      provider === 'tencent'
        ? tencent.handle({ headers, body })
        : aliyun.handle({ method, pathname, search: search.slice(1), headers, body });
    if (message) await accept(message);
    if (mode !== 'accept-hang') write(reply);
  }

  /** For tests: what a provider does, and what it has accepted. */
  function handleControl(
    { pathname }: URL,
    headers: Record<string, string | undefined>,
    body: string,
  ): Reply {
    if (!isSameSecret(headers['authorization'] ?? '', `Bearer ${account.control}`))
      return { status: 401, body: {} };
    if (pathname === '/control/messages') return { status: 200, body: messages };
    const fields = JSON.parse(body) as { provider: 'aliyun' | 'tencent' } & Partial<Control>;
    const control = controls[fields.provider];
    control.mode = modes.find((mode) => mode === fields.mode) ?? 'normal';
    control.report = reportModes.find((mode) => mode === fields.report) ?? 'delivered';
    return { status: 200, body: control };
  }

  const server = createServer(
    (request, response) =>
      void handle(request, response).catch(() => response.writeHead(400).end()),
  );
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async close() {
      reporter.stop();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > largest) throw new Error('too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function isSameSecret(actual: string, expected: string): boolean {
  const a = Buffer.from(actual);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
