import { createHash } from 'node:crypto';
import { areaOf } from '@cme/commons/route-links';
import type { SiteLogo } from '@cme/contract/site';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { skipBodyParsing } from '../http/body.ts';
import { clientOf } from '../http/client.ts';
import { acceptedEncodings } from '../http/encoding.ts';
import { addressOf, otherOrigin, familyOrigins, type Address } from '../http/hosts.ts';
import { noticePage } from '../http/notices.ts';
import { commonHeaders } from '../http/security.ts';
import { parseTarget } from '../http/target.ts';
import { bucketHeader, bucketOf, newBucket, requestedReleases } from '../rollout/cookies.ts';
import type { Chosen } from '../rollout/rollout.ts';
import { siteKey } from '../rollout/site-key.ts';
import { originsOf, settingsFor } from '../rollout/sources.ts';
import type { RenderedPart } from './assemble.ts';
import type { EdgeContext } from './context.ts';
import { closedTarget, declaredPages } from './declared.ts';
import { makePage } from './make-page.ts';
import type { CachedPage } from './page-cache.ts';
import { applicationsAt } from './page-block.ts';
import { type PageTarget, readTarget } from './page-target.ts';

/** Handles every address that is not a file, a call or one of the edge's own. */
export function registerPages(app: FastifyInstance, context: EdgeContext): void {
  void app.register(async (scope) => {
    skipBodyParsing(scope);
    const method = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
    scope.route({
      method,
      url: '/*',
      handler: (_, reply) => reply.code(405).header('allow', 'GET, HEAD').send(),
    });
  });
  app.get('/*', async (request, reply) => {
    reply.headers(commonHeaders);
    const settings = settingsFor(context.settings, request.headers.cookie);
    const here = { ...context, settings };
    const client = clientOf(request);
    const address = addressOf(
      request.headers.host,
      context.settings.mainDomain,
      client.scheme === 'https',
      context.rollout.areas(),
    );
    if (!address) return reply.code(400).type('text/plain; charset=utf-8').send('无法识别的域名\n');
    const { path, search } = parseTarget(request.url);
    const other = otherOrigin(address, path, context.settings.mainDomain);
    if (other) return redirect(reply, other + path + search);
    const siteAnswer = await context.sites.find(address, client.address);
    if (siteAnswer === 'unknown')
      return redirect(
        reply,
        `${familyOrigins(address, context.settings.mainDomain).get('portal')}/`,
      );
    if (siteAnswer === 'unreachable')
      return answer(
        request,
        reply,
        noticePage('暂时无法访问', '服务正在恢复中，请稍后刷新页面。', 503),
      );
    const { site } = siteAnswer;
    const chosen = await choose(context, request, reply, address);
    const target = readTarget(
      path + search,
      declaredPages(chosen, settings, areaOf(path, address.areas)),
    );
    const closed = closedStatus(site, target);
    const ticket = await context.tickets.issue({
      site: siteKey(address, context.settings.mainDomain),
      address: clientOf(request).address,
      releases: releasesAt(address, chosen),
    });
    if (ticket) reply.header('server-timing', `ticket;desc="${ticket}"`);
    const reader = {
      care: hasCookie(request, 'cme_care'),
      signed: hasCookie(request, 'cme_signed'),
      inApp: chatApp(request.headers['user-agent']),
      origins: settings.isBesideReleases
        ? originsOf(context.settings, settings, chosen)
        : undefined,
    };
    const shown = closed ? closedTarget(declaredPages(chosen, settings, 'portal')) : target;
    const page = await context.pages.get(
      JSON.stringify([
        [address.scheme, address.host, shown.path, shown.query, shown.isShell],
        [reader, digestOf(site), chosen.key],
      ]),
      client.address,
      () => makePage(here, chosen, { ...shown, address, site, reader, visitor: client.address }),
    );
    return answer(
      request,
      reply,
      closed && page.status !== 503 ? { ...page, status: closed } : page,
    );
  });
}

/**
 * Chooses the releases for this browser. A browser without a bucket gets one as soon as a rollout
 * is split, and keeps it.
 */
async function choose(
  { rollout, settings, edgeToken }: EdgeContext,
  request: FastifyRequest,
  reply: FastifyReply,
  address: Address,
): Promise<Chosen> {
  const domain = siteKey(address, settings.mainDomain);
  const { cookie } = request.headers;
  const requested = await requestedReleases(cookie, await edgeToken.read(), new Date());
  const known = bucketOf(request.headers.cookie);
  if (known !== undefined || !rollout.isSplit(domain))
    return rollout.choose({ domain, bucket: known ?? 0, requested });
  const bucket = newBucket();
  void reply.header('set-cookie', bucketHeader(bucket, address, settings.mainDomain));
  return rollout.choose({ domain, bucket, requested });
}

/** The releases whose health a page on this origin may report. */
const releasesAt = (address: Address, chosen: Pick<Chosen, 'live'>): string[] =>
  applicationsAt(address).flatMap((application) => {
    const release = chosen.live(application);
    return release ? [`${application}/${release.id}`] : [];
  });

/**
 * A site that serves no pages shows one notice at every address: its service has ended (only
 * some pages stay) or has not begun.
 */
function closedStatus(site: SiteLogo, { page }: PageTarget): number | undefined {
  if (site.isEndSite === 'Y') {
    const isRecord = page?.shows_records && site.records_until !== undefined;
    return page?.outlives_site || isRecord ? undefined : 410;
  }
  return site.opens_at === undefined ? undefined : 403;
}

const digests = new WeakMap<SiteLogo, string>();

/** Digest of the site's settings: part of the cache key, because pages depend on them. */
function digestOf(site: SiteLogo): string {
  const digest =
    digests.get(site) ?? createHash('sha256').update(JSON.stringify(site)).digest('base64url');
  digests.set(site, digest);
  return digest;
}

/** The chat application whose browser sends the request; it has a title bar of its own. */
const chatApp = (agent = ''): RenderedPart['inApp'] =>
  /wxwork\//i.test(agent) ? 'wecom' : /MicroMessenger\//i.test(agent) ? 'wechat' : '';

const hasCookie = ({ headers }: FastifyRequest, name: string): boolean =>
  (headers.cookie ?? '').split(/;\s*/).includes(`${name}=1`);

function redirect(reply: FastifyReply, target: string): FastifyReply {
  return reply.code(302).headers({ location: target, 'cache-control': 'no-store' }).send();
}

/** A 304 omits per-response headers such as the CSP: the browser keeps its copy with its nonce. */
function answer(request: FastifyRequest, reply: FastifyReply, page: CachedPage): FastifyReply {
  reply.headers({ etag: page.etag, 'cache-control': 'no-cache' });
  if (page.status === 200 && request.headers['if-none-match'] === page.etag)
    return reply.code(304).send();
  const [encoding = 'identity'] = acceptedEncodings(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(page.status).headers(page.headers).send(page.body(encoding));
}
