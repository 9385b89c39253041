import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPictureCache } from '../src/pages/pictures.ts';
import { createOwnCalls } from '../src/proxy/own-calls.ts';
import { createEdgeToken } from '../src/proxy/edge-token.ts';

const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><text id='a'>护理 100% & "more" #1</text></svg>`;
let asked: string[] = [];
const server = createServer((request, reply) => {
  const path = request.url ?? '';
  asked.push(path);
  if (path.endsWith('gone.svg')) return void reply.writeHead(404).end();
  reply
    .writeHead(200, { 'content-type': path.endsWith('page.svg') ? 'text/html' : 'image/svg+xml' })
    .end(path.endsWith('great.svg') ? drawing.padEnd(6001) : drawing);
});

let inside: ReturnType<typeof createPictureCache>;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  inside = createPictureCache(
    createOwnCalls(
      () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      createEdgeToken(() => undefined, ''),
    ),
  );
});
afterAll(() => server.close());

const page = (path: string) => ({
  html: `<link rel="preload" as="image" href="${path}" fetchPriority="high"/><img src="${path}"/><img src="/qm/static/other.svg"/>`,
  state: JSON.stringify({ cover: path, other: '/qm/static/other.svg' }),
});

it('a drawing that a page shows first is inlined unchanged in markup and data', async () => {
  const { html, state } = await inside(page('/qm/static/covers/first.svg'));
  const { cover, other } = JSON.parse(state);
  expect(html).toBe(`<img src="${cover}"/><img src="/qm/static/other.svg"/>`);
  expect(cover).toMatch(/^data:image\/svg\+xml,[^"'<>&#]+$/);
  expect(await (await fetch(cover)).text()).toBe(drawing);
  expect(other).toBe('/qm/static/other.svg');
});

it('a drawing is fetched once', async () => {
  asked = [];
  await inside(page('/qm/static/covers/once.svg'));
  await inside(page('/qm/static/covers/once.svg'));
  expect(asked).toEqual(['/qm/static/covers/once.svg']);
});

it.each(['/qm/static/great.svg', '/qm/static/gone.svg', '/qm/static/page.svg'])(
  '%s stays an address',
  async (path) => {
    asked = [];
    expect(await inside(page(path))).toEqual(page(path));
    expect(await inside(page(path))).toEqual(page(path));
    expect(asked.length, 'times it was fetched').toBeLessThanOrEqual(1);
  },
);

it.each(['/qm/api/v5/user_info.svg', '//elsewhere.example/a.svg', '/qm/static/../api/a.svg'])(
  '%s is never fetched',
  async (path) => {
    asked = [];
    expect(await inside(page(path))).toEqual(page(path));
    expect(asked).toEqual([]);
  },
);

it('a page that was not rendered is left unchanged', async () => {
  expect(await inside({ title: '登录' })).toEqual({ title: '登录' });
});
