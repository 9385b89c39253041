import { describe, expect, test } from 'vitest';
import { sendRaw, form } from '../../../test/ask.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';

const api = await startApiForFile();

const family = [
  'http://cme.localhost:8080',
  'http://player.cme.localhost:8080',
  'http://user.cme.localhost:8080',
  'https://cme.localhost',
  'http://hospital.localhost:8080',
  'http://localhost:8080',
  'http://127.0.0.1:8080',
];

async function permission(
  origin: string,
  method: 'OPTIONS' | 'POST',
): Promise<[origin: unknown, credentials: unknown]> {
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-token,x-evil',
  };
  const { headers } = await sendRaw(`${api.url}/qm/api/v5/site/logo`, {
    method,
    headers: { origin, ...(method === 'OPTIONS' ? preflight : form) },
    body: method === 'OPTIONS' ? '' : 'full_domain_name=cme.localhost',
  });
  expect(headers.vary).toContain('Origin');
  expect(String(headers['access-control-allow-headers'] ?? '')).not.toContain('evil');
  return [headers['access-control-allow-origin'], headers['access-control-allow-credentials']];
}

describe.each(['OPTIONS', 'POST'] as const)('%s', (method) => {
  test.each(family)('allows %s by name', async (origin) => {
    expect(await permission(origin, method)).toEqual([origin, 'true']);
  });

  test('does not allow two hundred other origins', async () => {
    expect(strangers().length).toBeGreaterThanOrEqual(200);
    for (const origin of strangers())
      expect([origin, (await permission(origin, method))[0]]).toEqual([origin, undefined]);
  });
});

/** Origins an attacker could register, spell or send that look like ours. */
function strangers(): string[] {
  const own = [
    'cme.localhost',
    'player.cme.localhost',
    'user.cme.localhost',
    'hospital.localhost',
    '127.0.0.1',
    'localhost',
  ];
  const tricks = (host: string) => [
    `evil${host}`,
    `evil-${host}`,
    `evil.${host}`,
    `${host}.evil.example`,
    `${host}evil.example`,
    `${host}-evil.example`,
    `${host}.`,
    `${host}..`,
    `evil.example/${host}`,
    `evil.example#${host}`,
    `evil.example?${host}`,
    `${host}@evil.example`,
    `evil@${host}`,
    `evil.example%00.${host}`,
    `evil.example\\.${host}`,
    `${host}%2eevil.example`,
    `${host}_evil.example`,
    `[${host}]`,
    `${host}:8081`,
    `${host}:0`,
    `${host}:8080evil`,
    `${host}:8080.evil.example`,
    `${host}/`,
    `${host}:8080/`,
    `${host}:8080,http://evil.example`,
    `${host} evil.example`,
    `*.${host}`,
    `${host.toUpperCase()}X`,
    `${host}:65536`,
    `xn--${host}`,
  ];
  const hosts = own.flatMap(tricks).map((host) => `http://${host}`);
  const schemes = own.flatMap((host) =>
    ['ftp', 'file', 'data', 'javascript', 'chrome-extension', 'ws', 'app'].map(
      (scheme) => `${scheme}://${host}:8080`,
    ),
  );
  return [
    ...hosts,
    ...schemes,
    'null',
    'NULL',
    '*',
    'undefined',
    'http://',
    'https://',
    '//cme.localhost',
    'cme.localhost',
    'http:cme.localhost',
    'http:/cme.localhost',
    'HTTP://CME.LOCALHOST:8080',
    'http://evil.example',
  ];
}

test('responses carry headers that keep them from being embedded elsewhere', async () => {
  const { headers } = await sendRaw(`${api.url}/qm/api/v5/site/logo`, {
    headers: form,
    body: 'full_domain_name=cme.localhost',
  });
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  });
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined();
});
