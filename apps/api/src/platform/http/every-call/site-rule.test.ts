import { type Call, wirePath, words } from '@cme/contract/base';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendRaw, form } from '../../../../test/ask.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { insertSites } from '../../sites/site.store.ts';

const api = await startApiForFile();
beforeAll(async () => {
  await insertSites(api.db, [
    {
      site_id: 'opening',
      site_name: '筹备中的站点',
      site_short_name: '筹备',
      domain: 'opening.localhost',
      isCustomerDomain: 'Y',
      effective_from: new Date('2027-01-01T00:00:00+08:00'),
    },
  ]);
});

const aside = new Set(['/qm/api/session/watch']);
const allCalls = () => api.app.calls.filter(({ call }) => !aside.has(call.path));

interface Said {
  status: number;
  code: string;
  message: string;
}

async function said(call: Call, body: string, headers: Record<string, string> = {}): Promise<Said> {
  const { status, text } = await sendRaw(api.url + wirePath(call.path), {
    headers: { ...form, ...headers },
    body,
  });
  const envelope = JSON.parse(text) as { message?: string; data?: { code?: string } };
  return { status, code: envelope.data?.code ?? '', message: envelope.message ?? '' };
}

const named = (domain: string) => `full_domain_name=${encodeURIComponent(domain)}`;
const own = 'hospital.localhost';
const other = 'cme.localhost';

/** How a request names its site, and which site that must be. */
const variants: [name: string, body: string, headers: Record<string, string>, taken: string][] = [
  ['its own domain', named(own), { host: `${own}:8080` }, 'own'],
  ['its own domain at the API’s address', named(own), { host: 'api.cme.localhost:8080' }, 'own'],
  ['upper case', named(own.toUpperCase()), { host: own.toUpperCase() }, 'own'],
  ['a trailing dot', named(`${own}.`), { host: `${own}.:8080` }, 'own'],
  ['a port', named(`${own}:8080`), { host: `${own}:9999` }, 'own'],
  ['wide letters', named('ｈｏｓｐｉｔａｌ.localhost'), { host: own }, 'own'],
  ['blanks', named(` ${own} `), { host: own }, 'own'],
  [
    'X-Forwarded-Host of the other',
    named(own),
    { host: own, 'x-forwarded-host': other, forwarded: `host=${other}`, 'x-original-host': other },
    'own',
  ],
  [
    'Origin and Referer of the other',
    named(own),
    { host: own, origin: `http://${other}:8080`, referer: `http://${other}:8080/` },
    'own',
  ],
  ['Host of the other', named(own), { host: `${other}:8080` }, 'site_mismatch'],
  [
    'Host of the other in upper case with a dot',
    named(own),
    { host: 'CME.LOCALHOST.' },
    'site_mismatch',
  ],
  [
    'Host of the other’s player',
    named(own),
    { host: 'player.cme.localhost:8080' },
    'site_mismatch',
  ],
  ['Host of the test site', named(own), { host: '192.168.1.20:8080' }, 'site_mismatch'],
  ['no domain', '', { host: own }, 'site_unknown'],
  ['an empty domain', named(''), { host: own }, 'site_unknown'],
  ['a name in Chinese that is nobody’s', named('继续教育.中国'), { host: own }, 'site_unknown'],
  ['the domain of nobody', named(`${own}.example`), { host: own }, 'site_unknown'],
  ['a domain and an address', named(`${own}/x`), { host: own }, 'site_unknown'],
];
/**
 * Stands for an unknown site where a call accepts any domain: branding returns the main site with
 * that flag.
 */
const orBranding = 'site_unknown';

/** Replies by call on its own domain, computed once for all spellings. */
const plainAnswers = new Map<string, Said>();
async function plainly(call: Call): Promise<Said> {
  const cached = plainAnswers.get(call.path) ?? (await said(call, named(own), { host: own }));
  plainAnswers.set(call.path, cached);
  return cached;
}

describe.each(variants)('named by %s', (_, body, headers, taken) => {
  test('every call resolves the same site, or none', async () => {
    const wrong: string[] = [];
    for (const { call, options } of allCalls()) {
      const plain = await plainly(call);
      const now = await said(call, body, headers);
      const isAny = options.anySite === true && body !== '' && body !== named('');
      const right =
        taken === 'own'
          ? now.code === plain.code && now.status === plain.status
          : taken === orBranding && isAny
            ? now.code !== 'site_mismatch'
            : now.code === taken;
      if (!right) wrong.push(`${call.path}: ${now.status} ${now.code} ${now.message}`);
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});

/** Branding, menus and areas; signing in and registering; verifying a certificate. */
const publicCalls = new Set([
  '/qm/api/site/logo',
  '/qm/api/site/config',
  // The terms that registration asks to accept.
  '/qm/api/site/page',
  '/qm/api/user/AreaSelection',
  '/qm/api/certificate/verify',
  '/qm/api/weixin/get_sign',
  // Registration needs the unit search; a closing page gives up its seat by a pass.
  '/qm/api/user/unit_search',
  '/qm/api/user/unit_tree',
  '/qm/api/player/leave',
]);
const signingIn =
  /^\/qm\/api\/(login|logout|captcha|regist|forgetpwd|session|user\/(regist|pwd|exists)|pwd|unit|bind|wechat|sms)/;

describe('a site that is closed to the outside', () => {
  test('reveals only branding and sign-in to guests, by any call', async () => {
    const open: string[] = [];
    for (const { call } of allCalls()) {
      const { code, message, status } = await said(call, named(own), { host: own });
      const isRefused =
        call.access === 'learner'
          ? status === 401
          : call.access === 'open'
            ? code === 'site_closed' && message === words.siteClosed
            : publicCalls.has(call.path) || signingIn.test(call.path);
      if (!isRefused) open.push(`${call.access} ${call.path}: ${status} ${code}`);
    }
    expect(open).toEqual([]);
  });
});

test('a site that has not begun reveals only branding, by any call', async () => {
  const told: string[] = [];
  for (const { call, options } of allCalls()) {
    const { code } = await said(call, named('opening.localhost'), { host: 'opening.localhost' });
    if (!options.anySite && code !== 'site_closed') told.push(`${call.path}: ${code}`);
  }
  expect(told).toEqual([]);
});

test('everything other than calls needs a pass, on every site', async () => {
  const routes = api.app
    .printRoutes({ commonPrefix: false })
    .match(/\/[^\s(]+/g)!
    .filter((path) => path.startsWith('/'));
  expect(routes.length).toBeGreaterThan(0);
  for (const path of [
    '/qm/media/x/x/index.m3u8',
    '/qm/files/x',
    '/qm/certificate/x.pdf',
    '/qm/invoice/x.pdf',
    '/qm/api/v5/certificate/file',
  ]) {
    const { status } = await sendRaw(`${api.url}${path}`, {
      headers: { host: own },
      method: 'GET',
    });
    expect([400, 401, 403, 404], `${path} ${status}`).toContain(status);
  }
});
