import type { IncomingMessage } from 'node:http';
import { mostPerUpload, uploadPath } from '@cme/contract/person';
import { fileWords } from '@cme/contract/site/file-paths';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEdge } from './edge.ts';
import { openServer, connectRaw, request } from './wire.ts';

const path = `${uploadPath}/01K0000000000000000000000`;
/** What the API has received of the current upload. */
let heard = { bytes: 0, isOver: false, isBroken: false, headers: {} as IncomingMessage['headers'] };
let answersAtOnce = false;
let api: Awaited<ReturnType<typeof openServer>>;
let edge: Awaited<ReturnType<typeof openEdge>>;

beforeAll(async () => {
  api = await openServer((incoming, reply) => {
    if (incoming.method !== 'PATCH') return void reply.setHeader('set-cookie', 'a=1').end('{}');
    heard = { bytes: 0, isOver: false, isBroken: false, headers: incoming.headers };
    if (answersAtOnce) return void reply.writeHead(409).end();
    incoming.on('data', (part: Buffer) => (heard.bytes += part.length));
    incoming.on('error', () => (heard.isBroken = true));
    incoming.on('end', () => {
      heard.isOver = true;
      reply.writeHead(204, { 'upload-offset': String(heard.bytes) }).end();
    });
  });
  edge = await openEdge({ env: { API_UPSTREAM: `127.0.0.1:${api.port}` } });
});
afterAll(async () => {
  await edge.close();
  await api.close();
});

const head = (length: number | string, target = path) =>
  request(target, {
    method: 'PATCH',
    headers: [
      'Content-Type: application/offset+octet-stream',
      'Upload-Offset: 0',
      'X-Token: t',
      `Content-Length: ${length}`,
    ],
  });

describe('an upload', () => {
  it('is streamed to the API, and what arrived stays when it breaks off', async () => {
    const wire = await connectRaw(edge.port);
    wire.send(head(200_000));
    wire.send('a'.repeat(150_000));
    await expect.poll(() => heard.bytes).toBe(150_000);
    expect(heard).toMatchObject({
      isOver: false,
      headers: { 'x-token': 't', 'upload-offset': '0' },
    });
    wire.end();
    await expect.poll(() => heard.isBroken).toBe(true);
  });

  it('may be larger than other bodies, within its own limit that is checked first', async () => {
    const wire = await connectRaw(edge.port);
    wire.send(head(3_000_000));
    const answer = await wire.exchange('b'.repeat(3_000_000));
    expect([answer.status, heard.bytes]).toEqual([204, 3_000_000]);
    expect(answer.head).toMatch(/upload-offset: 3000000/i);
    const tooLarge = await connectRaw(edge.port);
    expect((await tooLarge.exchange(head(mostPerUpload + 1))).status).toBe(413);
    const elsewhere = await connectRaw(edge.port);
    expect((await elsewhere.exchange(head(mostPerUpload, '/qm/api/v5/file/start'))).status).toBe(
      413,
    );
    const unmeasured = await connectRaw(edge.port);
    const chunked = request(path, { method: 'PATCH', headers: ['Transfer-Encoding: chunked'] });
    expect((await unmeasured.exchange(`${chunked}1\r\na\r\n0\r\n\r\n`)).status).toBe(400);
  });

  it('refused by the API midway leaves a usable connection', async () => {
    answersAtOnce = true;
    const wire = await connectRaw(edge.port);
    wire.send(head(500_000));
    expect((await wire.exchange('c'.repeat(500_000))).status).toBe(409);
    answersAtOnce = false;
    wire.send(head(10));
    expect((await wire.exchange('d'.repeat(10))).status).toBe(204);
    wire.end();
  });

  it('is limited by address, while other calls still get through', async () => {
    const wires = await Promise.all(Array.from({ length: 64 }, () => connectRaw(edge.port)));
    for (const wire of wires) wire.send(`${head(1000)}e`);
    await expect
      .poll(async () => {
        const wire = await connectRaw(edge.port);
        const { status } = await wire.exchange(`${head(1)}f`);
        wire.end();
        return status;
      })
      .toBe(503);
    expect((await edge.get('cme.localhost', '/qm/api/v5/x', {}, 'POST')).status).toBe(200);
    for (const wire of wires) wire.end();
    const after = await connectRaw(edge.port);
    await expect.poll(async () => (await after.exchange(`${head(1)}g`)).status).toBe(204);
    after.end();
  });
});

describe('the files host', () => {
  const host = 'files.cme.localhost:8080';

  it('serves files without cookies in either direction', async () => {
    const answer = await edge.get(host, '/qm/file/pass/id', { cookie: 'cme_session=x' });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
    const other = await edge.get('cme.localhost', '/qm/api/v5/x', { cookie: 'a=b' });
    expect(other.headers['set-cookie']).toEqual(['a=1']);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/login'],
    ['GET', '/healthz'],
    ['POST', '/qm/api/v5/user_info'],
    ['GET', '/qm/api/docs'],
    ['POST', '/qm/file/pass/id'],
    ['GET', '//qm/file/x'],
  ])('serves nothing else: %s %s', async (method, target) => {
    const answer = await edge.get(host, target, {}, method);
    expect([answer.status, answer.text]).toEqual([404, '']);
  });

  it('is the content host where that is separate', async () => {
    const settings = {
      CONTENT_BASE: 'https://files.example.cn',
      API_UPSTREAM: `127.0.0.1:${api.port}`,
    };
    const other = await openEdge({ env: settings });
    expect((await other.get('files.example.cn', '/login')).status).toBe(404);
    for (const word of fileWords)
      expect((await other.get('files.example.cn', `/qm/${word}/pass/id`)).status, word).toBe(200);
    await other.close();
  });
});
