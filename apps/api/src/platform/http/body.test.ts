import { connect } from 'node:net';
import { wirePath } from '@cme/contract/base';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendRaw, form, json, type RawRequest } from '../../../test/ask.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { signedInPerson } from '../../../test/people.ts';

const api = await startApiForFile();
let token: string;
beforeAll(async () => {
  ({ token } = await signedInPerson(api, 1));
});

const paths = () =>
  api.app.calls
    .map(({ call }) => wirePath(call.path))
    .filter((path) => !path.endsWith('session/watch'));
const domain = 'full_domain_name=cme.localhost';

/**
 * Refused in the envelope, in Chinese, or answered by the contract; never a 5xx and no internals.
 */
function judge(path: string, status: number, text: string): boolean {
  const call = api.app.calls.find((call) => wirePath(call.call.path) === path)?.call;
  expect(status).toBeLessThan(500);
  const envelope = JSON.parse(text) as {
    isSuccess?: boolean;
    statusCode: number;
    message: string;
    data?: unknown;
  };
  expect(text).not.toMatch(/node_modules|\bat \w|select |insert |Error:|SyntaxError|zod/i);
  if (envelope.isSuccess === false) {
    expect(envelope.statusCode).toBeGreaterThanOrEqual(400);
    expect(envelope.statusCode).toBeLessThan(500);
    expect(envelope.message).toMatch(/\p{Script=Han}/u);
  } else expect(call?.data.safeParse(envelope.data).success, path).toBe(true);
  return envelope.isSuccess !== false;
}

async function survives(path: string, given: RawRequest): Promise<boolean> {
  const { status, text } = await sendRaw(api.url + path, {
    ...given,
    headers: { 'x-token': token, ...given.headers },
  });
  return judge(path, status, text);
}

const bodies: [string, RawRequest][] = [
  ['empty, without a type', {}],
  ['empty form', { headers: form }],
  ['empty JSON', { headers: json }],
  ['a broken percent escape', { headers: form, body: `${domain}&a=%E4%B8` }],
  ['a half percent escape', { headers: form, body: `${domain}&a=%2` }],
  ['NUL', { headers: form, body: `${domain}&a=%00` }],
  ['NUL in JSON', { headers: json, body: '{"full_domain_name":"cme.localhost","id":"\\u0000"}' }],
  ['a byte order mark', { headers: json, body: '\uFEFF{"full_domain_name":"cme.localhost"}' }],
  [
    'bytes of GBK',
    {
      headers: form,
      body: Buffer.concat([
        Buffer.from(`${domain}&keyword=`),
        Buffer.from([0xd6, 0xd0, 0xce, 0xc4]),
      ]),
    },
  ],
  ['names given twice', { headers: form, body: `${domain}&page=1&page=2` }],
  [
    'the domain given twice',
    { headers: form, body: `${domain}&full_domain_name=hospital.localhost` },
  ],
  [
    'nine thousand names',
    {
      headers: form,
      body: `${domain}&${Array.from({ length: 9000 }, (_, index) => `k${index}=1`).join('&')}`,
    },
  ],
  [
    'nine thousand names in JSON',
    {
      headers: json,
      body: JSON.stringify(
        Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`k${index}`, 1])),
      ),
    },
  ],
  [
    'deep nesting',
    {
      headers: json,
      body: `{"full_domain_name":"cme.localhost","a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    },
  ],
  ['a list', { headers: json, body: '[]' }],
  ['a bare word', { headers: json, body: '"text"' }],
  ['nothing as a value', { headers: json, body: 'null' }],
  ['half a JSON', { headers: json, body: '{"full_domain_name":' }],
  ['another type', { headers: { 'content-type': 'text/plain' }, body: domain }],
  [
    'a type with a trick',
    {
      headers: { 'content-type': 'application/jsonx' },
      body: '{"full_domain_name":"cme.localhost"}',
    },
  ],
  [
    'a multipart form',
    { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x\r\n\r\n--x--' },
  ],
  ['XML', { headers: { 'content-type': 'application/xml' }, body: '<a/>' }],
  ['the domain as a list', { headers: json, body: '{"full_domain_name":["cme.localhost"]}' }],
  ['the domain as an object', { headers: json, body: '{"full_domain_name":{"toString":1}}' }],
];

/** Readable, but not sent by our clients: refused or ignored. */
const odd: [string, RawRequest][] = [
  [
    'a type with a tab',
    {
      headers: { 'content-type': 'application/json\t' },
      body: '{"full_domain_name":"cme.localhost"}',
    },
  ],
  ['deep nesting in names', { headers: form, body: `${domain}&a${'[b]'.repeat(5000)}=1` }],
  ['huge numbers', { headers: form, body: `${domain}&page=1e999&page_size=99999999999999999999` }],
  ['no numbers', { headers: form, body: `${domain}&page=NaN&page_size=-Infinity&id=0x10` }],
];

describe('a malformed body is refused in the envelope by every call', () => {
  test.each(bodies)('%s', async (_, given) => {
    const outcomes = await Promise.all(paths().map((path) => survives(path, given)));
    expect(outcomes.filter((isSuccess) => isSuccess)).toEqual([]);
  });

  test.each(odd)('%s', async (_, given) => {
    await Promise.all(paths().map((path) => survives(path, given)));
  });

  test('generated by fast-check', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.anything(), { maxLength: 3 }),
      fc.object({ maxDepth: 3 }),
    );
    const anyBody = fc.record({
      path: fc.nat(),
      isJson: fc.boolean(),
      fields: fc.array(fc.tuple(fc.nat(), value), { maxLength: 8 }),
      stray: fc.dictionary(fc.string({ unit: 'binary' }), value, { maxKeys: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(anyBody, async ({ path, isJson, fields, stray }) => {
        const { call } = api.app.calls[path % api.app.calls.length]!;
        if (call.path.endsWith('session/watch')) return;
        const names = Object.keys(
          'shape' in call.body._zod.def
            ? (call.body._zod.def.shape as object)
            : { account: 1, login_kind: 1 },
        );
        const own = fields.map(
          ([index, given]) => [names[index % Math.max(names.length, 1)] ?? 'id', given] as const,
        );
        const all = { ...stray, ...Object.fromEntries(own), full_domain_name: 'cme.localhost' };
        const body = isJson
          ? JSON.stringify(all)
          : Object.entries(all)
              .map(
                ([name, given]) =>
                  `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(String(typeof given === 'object' ? JSON.stringify(given) : given).toWellFormed())}`,
              )
              .join('&');
        await survives(wirePath(call.path), { headers: isJson ? json : form, body });
      }),
      { numRuns: 600 },
    );
  });
});

describe('reserved names have no effect', () => {
  test.each([
    '__proto__[x]=1',
    '__proto__.x=1',
    'constructor[prototype][x]=1',
    'constructor.prototype.x=1',
    'a[__proto__][x]=1',
    '__proto__=1',
    'prototype=1',
  ])('in a form: %s', async (pair) => {
    await Promise.all(
      paths().map((path) => survives(path, { headers: form, body: `${domain}&${pair}` })),
    );
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });

  test.each([
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"a":{"__proto__":{"x":1}}}',
    '{"full_domain_name":"cme.localhost","\\u005f_proto__":{"x":1}}',
  ])('in JSON: %s', async (body) => {
    await Promise.all(paths().map((path) => survives(path, { headers: json, body })));
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });

  test('in the query', async () => {
    const { status, text } = await sendRaw(
      `${api.url}/qm/api/v5/user_info?${domain}&__proto__[x]=1`,
      {
        method: 'GET',
        headers: { 'x-token': token },
      },
    );
    judge('/qm/api/v5/user_info', status, text);
    expect(Reflect.get({}, 'x')).toBeUndefined();
  });
});

describe('oversized requests are rejected without being buffered', () => {
  test('a body of ten megabytes', async () => {
    const before = process.memoryUsage().rss;
    const reply = await sendRaw(`${api.url}/qm/api/v5/content/list`, {
      headers: form,
      body: Buffer.alloc(10 * 1024 * 1024, 97),
    });
    expect(reply.status).toBe(413);
    expect(JSON.parse(reply.text)).toMatchObject({
      isSuccess: false,
      statusCode: 413,
      message: '提交的内容过大',
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024);
  });

  test('a header and an address of 64 kB', async () => {
    expect(
      (
        await sendRaw(`${api.url}/qm/api/v5/site/logo`, {
          headers: { ...form, 'x-long': 'a'.repeat(65_536) },
        })
      ).status,
    ).toBe(431);
    const reply = await sendRaw(`${api.url}/qm/api/v5/user_info?a=${'a'.repeat(65_536)}`, {
      method: 'GET',
    });
    expect([414, 431]).toContain(reply.status);
    expect(JSON.parse(reply.text)).toMatchObject({
      isSuccess: false,
      data: { code: 'bad_request' },
    });
  });
});

describe('an ambiguous request is refused', () => {
  const line =
    'POST /qm/api/v5/site/logo HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n';
  const body = `Content-Length: ${domain.length}\r\n\r\n${domain}`;
  test.each([
    ['two hosts', `${line}Host: cme.localhost\r\nHost: user.cme.localhost\r\n${body}`],
    [
      'length and chunks',
      `${line}Host: cme.localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${domain.length.toString(16)}\r\n${domain}\r\n0\r\n\r\n`,
    ],
    ['two lengths', `${line}Host: cme.localhost\r\nContent-Length: 4\r\n${body}`],
    ['a folded header', `${line}Host: cme.localhost\r\nX-Token: a\r\n b\r\n${body}`],
    ['a bare line feed', `${line}Host: cme.localhost\nX-Token: a\r\n${body}`],
    ['two tokens', `${line}Host: cme.localhost\r\nX-Token: a\r\nX-Token: b\r\n${body}`],
  ])('%s', async (_, text) => {
    expect(await raw(`${line}Host: cme.localhost\r\n${body}`)).toContain('"isSuccess":true');
    expect(await raw(text)).toMatch(
      /^HTTP\/1\.1 (400|200) [\s\S]*"isSuccess":false,"statusCode":400,[\s\S]*"bad_request"/,
    );
  });
});

test('a request without a host is refused', async () => {
  expect(await raw('POST /qm/api/v5/site/logo HTTP/1.1\r\nContent-Length: 0\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400/,
  );
});

function raw(text: string): Promise<string> {
  const { port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text));
    const isWhole = () => heard.includes('\r\n\r\n') && heard.split('\r\n\r\n')[1] !== '';
    socket.on('data', (part) => ((heard += part.toString()), isWhole() && socket.end()));
    socket.on('close', () => resolve(heard)).on('error', reject);
  });
}
