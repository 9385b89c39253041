import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PageBlock, type SiteLogo } from '@cme/contract/site';
import { siteDomainsPath } from '@cme/contract/site/domains';
import { buildEdge } from '../src/app.ts';
import { type Application, defaultReleaseOptions, makeRelease } from '@cme/release';
import { makeDist } from './builds.ts';
import { declaredPages } from './declared-pages.ts';
import { areaOf, openRolloutSide } from './rollout-api.ts';
import { type EdgeSettings, readSettings } from '../src/settings/settings.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A call as received by the API. */
interface ReceivedCall {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const branding = {
  site_logo: '',
  circle_logo: '',
  favicon: '/qm/static/f.svg',
  slogan: '',
  icp_no: '',
  police_no: '',
  service_phone: '400-1',
  service_time: '',
  defaultLoginUrl: '',
  theme: { primary: '#0b6e6e', radius: 8 },
  main_host: 'cme.localhost',
};
const flags = {
  isCustomerDomain: 'N',
  isEffectiveSite: 'Y',
  isEndSite: 'N',
  isOpenOutsideWorld: 'Y',
} as const;

/** Sites by domain, as the API returns them. */
export const sites: Record<string, SiteLogo> = Object.fromEntries(
  [
    ['cme.localhost', '省继续医学教育网', {}],
    ['player.cme.localhost', '省继续医学教育网', {}],
    ['user.cme.localhost', '省继续医学教育网', {}],
    ['hospital.localhost', '人民医院培训', { isCustomerDomain: 'Y', isOpenOutsideWorld: 'N' }],
    ['clinic.localhost', '社区诊所</title><script>alert(1)</script>', { isCustomerDomain: 'Y' }],
    ['localhost', '测试站', { isCustomerDomain: 'Y' }],
    [
      'opening.localhost',
      '新站',
      { isEffectiveSite: 'N', opens_at: '2099-01-01 00:00:00', isCustomerDomain: 'Y' },
    ],
    [
      'records.localhost',
      '旧站',
      { isEffectiveSite: 'N', isEndSite: 'Y', records_until: '2056-05-11 10:00:00' },
    ],
    ['ended.localhost', '旧站', { isEffectiveSite: 'N', isEndSite: 'Y' }],
  ].map(([domain, name, more]) => [
    domain,
    {
      ...branding,
      ...flags,
      site_id: domain,
      site_short_name: name,
      site_name: name,
      ...(more as object),
    },
  ]),
);

/** A stand-in API server: returns sites and records all other requests. */
export async function openApi() {
  const seen: ReceivedCall[] = [];
  /** How often edges asked for the domains of all sites; an older API does not know that call. */
  const domains = { asked: 0, isOlder: false };
  /** Addresses of clients that have made too many calls. */
  const refused = new Set<string>();
  const rollout = openRolloutSide();
  const server = createServer((incoming, reply) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts).toString();
      if (incoming.url?.startsWith('/internal/rollout/'))
        return rollout.answer(incoming.url, incoming.headers.authorization, body, reply);
      if (incoming.url === siteDomainsPath) {
        domains.asked += 1;
        reply.statusCode = domains.isOlder ? 404 : 200;
        return void reply.end(JSON.stringify({ domains: Object.keys(sites) }));
      }
      if (refused.has(String(incoming.headers['x-forwarded-for'])))
        return void reply.writeHead(429).end('{}');
      const site = sites[new URLSearchParams(body).get('full_domain_name') ?? ''];
      seen.push({ url: incoming.url ?? '', headers: incoming.headers, body });
      const unknown = {
        isSuccess: false,
        statusCode: 400,
        message: '',
        data: { code: 'site_unknown' },
      };
      const data = incoming.url?.endsWith('/site/logo')
        ? site
        : incoming.url?.endsWith('/site/map')
          ? siteMapPage
          : {};
      reply.setHeader('content-type', 'application/json');
      reply.end(JSON.stringify(data ? { isSuccess: true, statusCode: 200, data } : unknown));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: (server.address() as AddressInfo).port, seen, domains, refused, rollout, close };
}

const mapped = (kind: string, id: string, contentType = '') => ({
  kind,
  content_type: contentType,
  id,
  changed_at: '2026-11-01 08:00:00',
});
/** Site map entries of every site. */
const siteMapPage = {
  list: [
    mapped('news', 'n1'),
    mapped('help', 'refund'),
    mapped('content', 'p&<1', 'P'),
    mapped('content', 'c1', 'C'),
    mapped('tool', 'of a kind without a page'),
  ],
  total: 3,
  page: 1,
  page_size: 10_000,
  specials: ['xcys'],
};

export const applications: Application[] = ['portal', 'player', 'user-centre', 'commons'];

/** An edge on its own port with published releases and a listening API. */
interface EdgeOptions {
  env?: Record<string, string>;
  settings?: Partial<EdgeSettings>;
  published?: Application[];
  /** Releases that do not declare their pages. */
  isOlder?: boolean;
  /** Data folder of another edge, from which it starts with state and releases. */
  state?: string;
}

export async function openEdge({
  env = {},
  settings,
  published = applications,
  state,
  isOlder = false,
}: EdgeOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'edge-'));
  if (state) cpSync(state, folder, { recursive: true });
  const releases = join(folder, 'releases');
  const ids: Record<string, string> = {};
  const make = async (application: Application) => {
    const dist = join(folder, 'dist', application);
    return (await makeRelease(application, dist, defaultReleaseOptions(releases))).manifest.id;
  };
  for (const application of published) {
    const pages = isOlder ? null : declaredPages[application];
    makeDist(join(folder, 'dist', application), application, '1', pages);
    ids[application] = await make(application);
  }
  const api = await openApi();
  if (state) api.rollout.setAway(true);
  api.rollout.set(Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, areaOf(id)])));
  const given = readSettings({
    DATA_DIR: folder,
    API_PORT: String(api.port),
    LOG_LEVEL: 'silent',
    APP_SECRET: 'a secret of tests, thirty-two characters or more',
    ...env,
  });
  const app = buildEdge({ ...given, ...settings }, '1.0.0');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const get = (
    host: string,
    path: string,
    headers: Record<string, string> = {},
    method = 'GET',
    body = '',
  ) => sendRequest(port, path, { host, ...headers }, method, body);
  const close = async () => {
    await app.close();
    await api.close();
    rmSync(folder, { recursive: true, force: true });
  };
  /** Releases another build of an application, distinguished by a mark. */
  const another = (application: Application, mark: string) => {
    makeDist(join(folder, 'dist', application), application, mark);
    return make(application);
  };
  return { api, app, folder, releases, ids, port, get, another, close };
}

function sendRequest(
  port: number,
  path: string,
  headers: Record<string, string>,
  method: string,
  body: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () =>
        resolve({
          status: reply.statusCode ?? 0,
          headers: reply.headers,
          text: plain(Buffer.concat(parts), reply.headers['content-encoding']),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function plain(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  return bytes.toString();
}

/** The settings embedded in a page. */
export function blockOf(page: Answer): PageBlock {
  return PageBlock.parse(
    JSON.parse(
      /<script type="application\/json" id="site">(.*?)<\/script>/s.exec(page.text)?.[1] ?? '',
    ),
  );
}
