import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '../programs/free-port.ts';
import { activateReleases, readPatience, waitUntilHealthy } from './readiness.ts';
import { StartError } from './settings.ts';

const patience = { timeoutMs: 500, logs: '/data/logs' };
let server: ReturnType<typeof createServer> | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

async function listen(listener: RequestListener): Promise<number> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
const answerWith =
  (status: number, body: object): RequestListener =>
  (_, reply) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const activate = (port: number) =>
  activateReleases(
    { API_PORT: String(port), APP_SECRET: 'a secret of tests, thirty-two characters or more' },
    { player: 'a'.repeat(12) },
    patience,
  );

/** One line that says what a person can do, instead of a stack trace. */
const expectLine = async (waiting: Promise<void>, ...parts: string[]) => {
  const error: unknown = await waiting.catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(StartError);
  const { message } = error as StartError;
  for (const part of parts) expect(message).toContain(part);
  expect(message).not.toContain('\n');
};

it('an API that does not come up in time is named with the time and its log', async () => {
  const waiting = activate(await freePort());
  await expectLine(waiting, 'the API did not answer within 0.5 s', '/data/logs/api.log');
});

it('an API that refuses the releases is quoted', async () => {
  const port = await listen(answerWith(401, { code: 'account', message: '凭证不正确' }));
  await expectLine(activate(port), 'refused', '凭证不正确', '/data/logs/api.log');
});

it('an edge that does not come up in time is named with the time and its log', async () => {
  const waiting = waitUntilHealthy(await freePort(), patience);
  await expectLine(waiting, 'the edge did not answer within 0.5 s', '/data/logs/edge.log');
});

it('an edge that stays without an API or a release says so', async () => {
  const port = await listen(answerWith(200, { status: 'degraded' }));
  await expectLine(waitUntilHealthy(port, patience), 'the edge stayed degraded', 'START_SECONDS');
});

it('servers that are healthy end the waiting', async () => {
  const port = await listen(answerWith(200, { status: 'ok' }));
  await expect(waitUntilHealthy(port, patience)).resolves.toBeUndefined();
});

it('the time to wait is a setting', () => {
  expect(readPatience({}, '/data').timeoutMs).toBe(150_000);
  expect(readPatience({ START_SECONDS: '600' }, '/data').timeoutMs).toBe(600_000);
  for (const wrong of ['soon', '0', '-1', '1e9'])
    expect(() => readPatience({ START_SECONDS: wrong }, '/data')).toThrow(`START_SECONDS=${wrong}`);
});
