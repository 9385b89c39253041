import { createHash, randomBytes } from 'node:crypto';
import { areaOf, routes } from '@cme/commons/route-links';
import { type AreaName, areas, type PageBlock, type SiteLogo } from '@cme/contract/site';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressQuery, type PageTarget } from './address-query.ts';
import { assemblePage, manifestOf, pagesByAddress, type RenderedPart } from './assemble.ts';
import { skipBodyParsing } from '../http/body.ts';
import { clientOf } from '../http/client.ts';
import { inlineScripts, noncePlaceholder } from './document.ts';
import { firstCallsOf } from './first-calls.ts';
import { acceptedEncodings } from '../http/encoding.ts';
import { addressOf, otherOrigin, familyOrigins, type Address } from '../http/hosts.ts';
import type { EdgeContext } from '../context.ts';
import { noticePage } from './notices.ts';
import { encodeBody, type CachedPage } from './page-cache.ts';
import { applicationOf, applicationsAt, pageBlock } from './page-block.ts';
import { bucketHeader, bucketOf, newBucket, requestedReleases } from '../rollout/cookies.ts';
import type { Chosen } from '../rollout/rollout.ts';
import { siteKey } from '../rollout/site-key.ts';
import { originsOf, settingsFor } from '../rollout/sources.ts';
import { canRender, render } from './render.ts';
import { commonHeaders, pageHeaders } from '../http/security.ts';
import { VisitorRefused } from '../http/work-limit.ts';
import { prerenderHeaders, speculationRules } from './speculation.ts';
import { loggedPath, parseTarget } from '../http/target.ts';

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
    );
    if (!address) return reply.code(400).type('text/plain; charset=utf-8').send('无法识别的域名\n');
    const target = addressQuery(request.url);
    const { path } = target;
    const other = otherOrigin(address, path, context.settings.mainDomain);
    if (other) return redirect(reply, other + path + parseTarget(request.url).search);
    const siteAnswer = await context.sites.find(address.domain, client.address);
    if (siteAnswer === 'unknown')
      return redirect(reply, `${familyOrigins(address, context.settings.mainDomain).portal}/`);
    if (siteAnswer === 'unreachable')
      return answer(
        request,
        reply,
        noticePage('暂时无法访问', '服务正在恢复中，请稍后刷新页面。', 503),
      );
    const { site } = siteAnswer;
    const closed = closedStatus(site, path);
    const chosen = await choose(context, request, reply, address);
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
    const shown = closed ? notFound : target;
    const page = await context.pages.get(
      JSON.stringify([address.scheme, address.host, shown, reader, digestOf(site), chosen.key]),
      client.address,
      () => make(here, chosen, { ...shown, address, site, reader, visitor: client.address }),
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
 * certificates can still be verified) or has not begun.
 */
function closedStatus(site: SiteLogo, path: string): number | undefined {
  if (site.isEndSite === 'Y') return path === routes.verify.path ? undefined : 410;
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

/** What the first paint needs to know about the reader. */
type Reader = Pick<RenderedPart, 'care' | 'signed' | 'inApp' | 'origins'>;

/** The chat application whose browser sends the request; it has a title bar of its own. */
const chatApp = (agent = ''): RenderedPart['inApp'] =>
  /wxwork\//i.test(agent) ? 'wecom' : /MicroMessenger\//i.test(agent) ? 'wechat' : '';

const hasCookie = ({ headers }: FastifyRequest, name: string): boolean =>
  (headers.cookie ?? '').split(/;\s*/).includes(`${name}=1`);

function redirect(reply: FastifyReply, target: string): FastifyReply {
  return reply.code(302).headers({ location: target, 'cache-control': 'no-store' }).send();
}

const notFound: PageTarget = { path: routes.notFound.path, query: '', isShell: false };

/** A page, of which site, for whom. */
interface Wanted extends PageTarget {
  address: Address;
  site: SiteLogo;
  reader: Reader;
  /** Client address of the visitor who makes the page necessary. */
  visitor: string;
}

async function make(context: EdgeContext, chosen: Chosen, wanted: Wanted): Promise<CachedPage> {
  const { address, site, reader } = wanted;
  const path = wanted.path + wanted.query;
  const block = pageBlock(address, site, context.settings, chosen);
  const area = areaOf(path);
  const starts = areas.find((name) => name === address.kind) ?? 'portal';
  const { status, pages, location, isFailed, ...rendered } = await renderPart(
    context,
    chosen,
    block,
    { ...wanted, starts },
  );
  if (location) return redirectTo(location);
  const mounts = starts !== area ? area : undefined;
  const first = pages ?? pagesByAddress(manifestOf(chosen, area), wanted.path);
  const calls = firstCallsOf(path, rendered.state !== undefined);
  const rules = speculationRules(address, context.settings.mainDomain);
  const page = assemblePage(
    chosen,
    context.settings,
    block,
    { starts, mounts, pages: first, first: calls, speculation: rules?.text },
    { ...reader, ...rendered },
  );
  if (!page) return noticePage('暂时无法访问', '页面尚未发布，请稍后刷新。', 503);
  const isListed =
    area === 'portal' && site.isOpenOutsideWorld === 'Y' && site.isEffectiveSite === 'Y';
  const inline = [...inlineScripts(rendered.html, calls), ...(rules ? [rules] : [])].map(
    ({ integrity }) => integrity,
  );
  const robots: Record<string, string> = isListed ? {} : { 'x-robots-tag': 'noindex' };
  const cached = cacheable(page, status, address, context, inline, robots);
  return isFailed ? { ...cached, isFailed } : cached;
}

interface RenderResult extends Partial<RenderedPart> {
  status: number;
  location?: string;
  pages?: string[];
  isFailed?: boolean;
}

/** Renders the public part of a page. If this fails, the browser renders the page instead. */
async function renderPart(
  context: EdgeContext,
  chosen: Chosen,
  block: PageBlock,
  { address, path, query, isShell, visitor, starts }: Wanted & { starts: AreaName },
): Promise<RenderResult> {
  const application = applicationOf[starts];
  const release = chosen.live(application);
  // Not rendered: areas mounted by the portal, and every page of a closed site.
  const isLeft =
    starts === 'portal' && (areaOf(path) !== 'portal' || block.site.isOpenOutsideWorld === 'N');
  if (!release || isLeft || isShell || !canRender(release) || context.settings.source[application])
    return { status: 200 };
  try {
    return await context.pictures(
      await render(
        release,
        { ...block, api_inside: context.api(), origin: address.scheme + address.host },
        path + query,
        visitor,
      ),
    );
  } catch (fault) {
    if (fault instanceof VisitorRefused) throw fault;
    context.log.error(
      { fault, path: loggedPath(path), release: release.id },
      'page not rendered, shell sent',
    );
    return { status: 200, isFailed: true };
  }
}

/**
 * Permanent redirect within the site, for example from a course address to the class that it really
 * is.
 */
function redirectTo(location: string): CachedPage {
  const etag = `"${createHash('sha256').update(location).digest('base64url').slice(0, 22)}"`;
  return { status: 301, headers: { ...commonHeaders, location }, etag, body: encodeBody('') };
}

function cacheable(
  page: string,
  status: number,
  address: Address,
  context: EdgeContext,
  inline: string[],
  more: Record<string, string>,
): CachedPage {
  const nonce = randomBytes(16).toString('base64url');
  const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`;
  const headers = {
    ...pageHeaders(nonce, context.settings, inline),
    ...prerenderHeaders(address),
    ...more,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'accept-encoding, cookie, user-agent',
  };
  return { status, headers, etag, body: encodeBody(page.replaceAll(noncePlaceholder, nonce)) };
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
