import { createHash, randomBytes } from 'node:crypto';
import { areaOf, findTitle } from '@cme/commons/route-links';
import { type PageBlock, type SiteLogo, toApplication } from '@cme/contract/site';
import type { Release } from '@cme/release';
import { encodeBody } from '../http/encoding.ts';
import type { Address } from '../http/hosts.ts';
import { noticePage } from '../http/notices.ts';
import { commonHeaders, pageHeaders } from '../http/security.ts';
import { loggedPath } from '../http/target.ts';
import { VisitorRefusedError } from '../http/work-limit.ts';
import type { Chosen } from '../rollout/rollout.ts';
import { assemblePage, type RenderedPart } from './assemble.ts';
import type { EdgeContext } from './context.ts';
import { declaredPages } from './declared.ts';
import { inlineScripts, noncePlaceholder } from './document.ts';
import { readFirstCalls } from './first-calls.ts';
import { readFirstScript } from './first-script.ts';
import { pageBlock } from './page-block.ts';
import type { CachedPage } from './page-cache.ts';
import type { PageTarget } from './page-target.ts';
import { canRender, render, type Rendered } from './render.ts';
import { prerenderHeaders, speculationRules } from './speculation.ts';

/** What the first paint needs to know about the reader. */
type Reader = Pick<RenderedPart, 'care' | 'signed' | 'inApp' | 'origins'>;

/** A page, of which site, for whom. */
interface Wanted extends PageTarget {
  address: Address;
  site: SiteLogo;
  reader: Reader;
  /** Client address of the visitor who makes the page necessary. */
  visitor: string;
}

/** Makes a page of the releases chosen for this reader. */
export async function makePage(
  context: EdgeContext,
  chosen: Chosen,
  wanted: Wanted,
): Promise<CachedPage> {
  const { address, site, reader } = wanted;
  const path = wanted.path + wanted.query;
  const block = pageBlock(address, site, context.settings, chosen);
  const area = areaOf(path, address.areas);
  const starts = address.areas.find((name) => name === address.kind) ?? 'portal';
  const { status, pages, location, isFailed, ...rendered } = await renderPart(
    context,
    chosen,
    block,
    { ...wanted, starts },
  );
  if (location) return redirectTo(location);
  const mounts = starts !== area ? area : undefined;
  const declared = declaredPages(chosen, context.settings, area);
  const script = readFirstScript(chosen.live('commons'));
  const calls = readFirstCalls(declared, wanted, rendered.state !== undefined);
  const first = script && calls && { script, ...calls };
  const rules = speculationRules(address, context.settings.mainDomain);
  const page = assemblePage(
    chosen,
    context.settings,
    block,
    {
      starts,
      mounts,
      chunks: wanted.page?.chunks ?? pages ?? [],
      first,
      speculation: rules?.text,
    },
    { ...reader, ...nameRendered(wanted), ...rendered },
  );
  if (!page) return noticePage('暂时无法访问', '页面尚未发布，请稍后刷新。', 503);
  const isListed =
    area === 'portal' && site.isOpenOutsideWorld === 'Y' && site.isEffectiveSite === 'Y';
  const inline = [...inlineScripts(rendered.html, first), ...(rules ? [rules] : [])].map(
    ({ integrity }) => integrity,
  );
  const robots: Record<string, string> = isListed ? {} : { 'x-robots-tag': 'noindex' };
  const cached = cacheable(page, status, { address, context, inline, more: robots });
  return isFailed ? { ...cached, isFailed } : cached;
}

/** The title of a page that the browser renders, where its address alone names it. */
function nameRendered({ path, site }: Wanted): { title?: string } {
  const title = findTitle(path);
  return title ? { title: `${title}-${site.site_name}` } : {};
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
  { address, path, query, isShell, page, visitor, starts }: Wanted & { starts: string },
): Promise<RenderResult> {
  const application = toApplication(starts);
  const release = chosen.live(application);
  // Not rendered: areas mounted by the portal, and every page of a closed site.
  const isLeft =
    starts === 'portal' &&
    (areaOf(path, address.areas) !== 'portal' || block.site.isOpenOutsideWorld === 'N');
  const isSource = Boolean(context.settings.source[application]);
  const isDrawn = page?.is_rendered !== false && !isShell && !isLeft && !isSource;
  if (!release || !isDrawn || !canRender(release)) return { status: 200 };
  try {
    const drawn = await context.pictures(
      await render(
        release,
        { ...block, api_inside: context.api(), origin: address.scheme + address.host },
        path + query,
        visitor,
      ),
    );
    return isStyled(release, page, drawn) ? drawn : { status: drawn.status };
  } catch (fault) {
    if (fault instanceof VisitorRefusedError) throw fault;
    context.log.error(
      { fault, path: loggedPath(path), release: release.id },
      'page not rendered, shell sent',
    );
    return { status: 200, isFailed: true };
  }
}

/** Otherwise its style sheets are unknown, and it would be painted without them. */
const isStyled = ({ manifest }: Release, page: PageTarget['page'], { pages }: Rendered): boolean =>
  page !== undefined || manifest.pages !== undefined || pages !== undefined;

/**
 * Permanent redirect within the site, for example from a course address to the class that it really
 * is.
 */
function redirectTo(location: string): CachedPage {
  const etag = `"${createHash('sha256').update(location).digest('base64url').slice(0, 22)}"`;
  return { status: 301, headers: { ...commonHeaders, location }, etag, body: encodeBody('') };
}

interface MadePage {
  address: Address;
  context: EdgeContext;
  /** Hashes of scripts in the page. */
  inline: string[];
  more: Record<string, string>;
}

function cacheable(
  page: string,
  status: number,
  { address, context, inline, more }: MadePage,
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
