import { wirePath } from '@cme/contract/base';
import { expect, test } from 'vitest';
import { startApiForFile } from '../../../../test/api-for-file.ts';

const api = await startApiForFile();

interface Operation {
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, unknown>;
}

test('the document lists every call with its body and its data', async () => {
  const reply = await fetch(`${api.url}/qm/api/docs/openapi.json`);
  const { openapi, paths } = (await reply.json()) as {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  };
  expect(openapi).toBe('3.1.0');
  expect(Object.keys(paths).toSorted()).toEqual(
    api.app.calls.map(({ call }) => wirePath(call.path)).toSorted(),
  );
  expect(Object.keys(paths['/qm/api/v5/user_info'] ?? {})).toEqual(['post', 'get']);
  expect(Object.keys(paths['/qm/api/v5/player/beat']?.post?.requestBody?.content ?? {})).toEqual([
    'application/json',
  ]);
  expect(Object.keys(paths['/qm/api/v5/login']?.post?.requestBody?.content ?? {})).toEqual([
    'application/x-www-form-urlencoded',
    'application/json',
  ]);
  expect(JSON.stringify(paths['/qm/api/user/AreaSelection'])).not.toContain(
    'isSuccess":{"const":true',
  );
});

test('every reference in it resolves', async () => {
  const document = (await (await fetch(`${api.url}/qm/api/docs/openapi.json`)).json()) as Record<
    string,
    unknown
  >;
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path]) => path ?? '',
  );
  expect(references.length).toBeGreaterThan(0);
  for (const reference of new Set(references)) {
    const found = reference
      .split('/')
      .reduce<unknown>((cause, key) => Reflect.get(Object(cause), key), document);
    expect(found, reference).toBeDefined();
  }
});

test('the page shows the same without scripts', async () => {
  const reply = await fetch(`${api.url}/qm/api/docs`);
  const page = await reply.text();
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(reply.headers.get('content-security-policy')).toContain('img-src data:');
  expect(page).toContain('<link rel="icon" href="data:,">');
  expect(page).not.toContain('<script');
  for (const { call } of api.app.calls) expect(page).toContain(wirePath(call.path));
});
