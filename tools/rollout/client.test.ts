import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolloutToken } from '@cme/contract/site/rollout';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRolloutClient } from './client.ts';

const report = { state: { revision: 3, areas: {} }, health: {}, edges: [], events: [] };
let folder = '';
let port = 0;
let shown: string | undefined;
const api = createServer((request, response) => {
  shown = request.headers.authorization;
  response.setHeader('content-type', 'application/json').end(JSON.stringify(report));
});
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cme-client-'));
  await once(api.listen(0, '127.0.0.1'), 'listening');
  ({ port } = api.address() as AddressInfo);
});
afterAll(() => {
  api.close();
  rmSync(folder, { recursive: true, force: true });
});
const createClient = (env: Record<string, string>) =>
  createRolloutClient({ API_UPSTREAM: `127.0.0.1:${port}`, DATA_DIR: folder, ...env });
const APP_SECRET = 'a secret of thirty-two characters or more';

it("an operator's machine uses the edge token for reading, and needs no secret", async () => {
  expect((await createClient({ EDGE_TOKEN: 'given' }).report()).state.revision).toBe(3);
  expect(shown).toBe('Bearer given');
});

it('the edge token is derived from the secret, without an API', async () => {
  const secret = new TextEncoder().encode(APP_SECRET);
  expect(await createClient({ APP_SECRET, API_UPSTREAM: '127.0.0.1:1' }).edgeToken()).toBe(
    await rolloutToken(secret, 'edge'),
  );
});

it('the missing setting is reported if there is neither', async () => {
  await expect(createClient({}).report()).rejects.toThrow('EDGE_TOKEN');
});
