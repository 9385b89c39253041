import { type DataOf, Envelope, wirePath } from '@cme/contract/base';
import { siteMap, siteMapSize } from '@cme/contract/site';
import type { AreaPages } from '@cme/contract/site/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { clientOf } from '../http/client.ts';
import { addressOf, type Address } from '../http/hosts.ts';
import { BusyError, PageNotFoundError } from '../http/failure.ts';
import { commonHeaders } from '../http/security.ts';
import type { OwnCalls } from '../proxy/own-calls.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { siteKey } from '../rollout/site-key.ts';
import type { EdgeContext } from './context.ts';
import { findHiddenPaths, findListedPaths, findRowPath } from './crawled-pages.ts';
import { declaredPages } from './declared.ts';

const cacheMs = 600_000;

/**
 * Serves `robots.txt` and `sitemap.xml` for each site. Closed, ended and unknown sites disallow
 * crawling.
 */
export function registerSiteMap(app: FastifyInstance, context: EdgeContext): void {
  const maps = new LRUCache<string, Promise<string>>({ ttl: cacheMs, max: 500 });
  const rows = createRowCache(context.own);
  app.get('/robots.txt', async (request, reply) => {
    const address = await listedSite(context, request);
    const lines = address
      ? [
          'User-agent: *',
          ...[
            '/qm/',
            '/edge/',
            ...findHiddenPaths(readPortal(context, address)?.pages, address.areas),
          ].map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${address.scheme}${address.host}/sitemap.xml`,
        ]
      : ['User-agent: *', 'Disallow: /'];
    return send(reply, 'text/plain; charset=utf-8', `${lines.join('\n')}\n`);
  });
  app.get<{ Querystring: { part?: string } }>('/sitemap.xml', async (request, reply) => {
    const address = await listedSite(context, request);
    const part = /^[1-9]\d{0,3}$/.test(request.query.part ?? '') ? Number(request.query.part) : 0;
    if (!address || (request.query.part !== undefined && part === 0)) return reply.code(404).send();
    const portal = readPortal(context, address);
    if (!portal) throw new BusyError('the release declares no pages');
    const key = JSON.stringify([address.scheme, address.host, part, portal.id]);
    const map =
      maps.get(key) ??
      context.work.run(clientOf(request).address, () => {
        const making = maps.get(key) ?? make(rows, portal.pages, { address, part });
        maps.set(key, making);
        making.catch(() => maps.delete(key));
        return making;
      });
    return send(reply, 'application/xml; charset=utf-8', await map);
  });
}

const send = (reply: FastifyReply, type: string, body: string): FastifyReply =>
  reply
    .headers({ ...commonHeaders, 'content-type': type, 'cache-control': 'public, max-age=600' })
    .send(body);

/** The site's address if search engines may index it. */
async function listedSite(
  context: EdgeContext,
  request: FastifyRequest,
): Promise<Address | undefined> {
  const { mainDomain } = context.settings;
  const isSecure = clientOf(request).scheme === 'https';
  const known = context.rollout.areas();
  const address = addressOf(request.headers.host, mainDomain, isSecure, known);
  if (!address || (address.kind !== 'portal' && address.kind !== 'other')) return undefined;
  const site = await context.sites.find(address, clientOf(request).address);
  if (typeof site === 'string') return undefined;
  const { isOpenOutsideWorld, isEndSite, isEffectiveSite } = site.site;
  return isOpenOutsideWorld === 'Y' && isEndSite === 'N' && isEffectiveSite === 'Y'
    ? address
    : undefined;
}

/** The pages of the portal's stable release, and its id. */
function readPortal({ rollout, settings }: EdgeContext, address: Address) {
  const domain = siteKey(address, settings.mainDomain);
  const stable = rollout.choose({ domain, bucket: Infinity, requested: new Map() });
  const pages = declaredPages(stable, settings, 'portal');
  return pages && { pages, id: stable.live('portal')?.id };
}

/** A single sitemap while everything fits; an index of parts beyond that. */
async function make(
  rows: RowCache,
  declared: AreaPages,
  { address, part }: { address: Address; part: number },
): Promise<string> {
  const start = await rows(address.domain, 1);
  const parts = Math.ceil(start.total / siteMapSize);
  if (part === 0 && parts > 1) return indexOf(address, parts);
  // The API is not asked for parts that do not exist.
  if (part > Math.max(1, parts)) throw new PageNotFoundError('no such part');
  const { list, specials = [] } = part > 1 ? await rows(address.domain, part) : start;
  const first = part <= 1 ? findListedPaths(declared, specials) : [];
  const pages = [
    ...first.map((path) => urlOf(address, path)),
    ...list.flatMap((row) => {
      const path = findRowPath(declared, row);
      return path === undefined ? [] : [urlOf(address, path, row.changed_at.slice(0, 10))];
    }),
  ];
  return wrap('urlset', pages);
}

type RowCache = (domain: string, page: number) => Promise<DataOf<typeof siteMap>>;

/** What the API lists, whatever the scheme and port of the address by which it is asked for. */
function createRowCache(own: OwnCalls): RowCache {
  const pages = new LRUCache<string, ReturnType<RowCache>>({ ttl: cacheMs, max: 500 });
  return (domain, page) => {
    const key = `${domain} ${page}`;
    const rows = pages.get(key) ?? fetchRows(own, domain, page);
    pages.set(key, rows);
    rows.catch(() => pages.delete(key));
    return rows;
  };
}

async function fetchRows(own: OwnCalls, domain: string, page: number): ReturnType<RowCache> {
  try {
    const reply = await own.send(wirePath(siteMap.path), {
      method: 'POST',
      body: new URLSearchParams({ page: String(page), full_domain_name: domain }),
      signal: AbortSignal.timeout(10_000),
    });
    return siteMap.data.parse(Envelope.parse(await reply.json()).data);
  } catch {
    throw new BusyError('no site map');
  }
}

const urlOf = ({ scheme, host }: Address, path: string, changed?: string): string =>
  `<url><loc>${escapeHtml(scheme + host + path)}</loc>${changed ? `<lastmod>${escapeHtml(changed)}</lastmod>` : ''}</url>`;

const indexOf = ({ scheme, host }: Address, parts: number): string =>
  wrap(
    'sitemapindex',
    Array.from(
      { length: parts },
      (_, index) =>
        `<sitemap><loc>${escapeHtml(`${scheme}${host}/sitemap.xml?part=${index + 1}`)}</loc></sitemap>`,
    ),
  );

const wrap = (name: string, rows: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</${name}>\n`;
