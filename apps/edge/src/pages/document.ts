import type { PageBlock } from '@cme/contract/site';
import type { Origin } from '../rollout/sources.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { earlyInputScript, floorScript } from '../browser/own-files.ts';
import type { FirstCalls } from './first-calls.ts';

/** One head element from a rendered page. All its values are untrusted. */
export interface HeadTag {
  tag: 'meta' | 'link' | 'script';
  attributes: Record<string, string>;
  text?: string;
}

export interface DocumentParts {
  block: PageBlock;
  /**
   * Style sheets inlined so that the first paint does not wait. The name stops the chunk loader
   * from fetching the file again.
   */
  styles: { name: string; css: string }[];
  /** Linked style sheets: only from a development server. */
  sheets?: string[];
  scripts: { src: string; integrity?: string }[];
  /** Chunks only register modules: they run in whatever order they arrive, and nothing waits for
   * them. */
  chunks: string[];
  /** Scripts for browsers that lack one of their calls. */
  polyfills: { src: string; integrity: string; calls: string[] }[];
  /** Entries of containers. They run when the page loads the container, after their integrity was
   * checked. */
  preloads: string[];
  /** Calls to make before the scripts arrive. */
  first?: FirstCalls | undefined;
  /** Speculation rules as JSON. */
  speculation?: string | undefined;
  care: boolean;
  /**
   * Somebody is signed in on this family, so space is reserved for their content in the first
   * paint.
   */
  signed: boolean;
  /** The chat application whose browser is used, or empty. */
  inApp: 'wechat' | 'wecom' | '';
  /** Rendered markup and its data; absent in a shell. */
  html?: string;
  title?: string;
  head?: HeadTag[];
  state?: string;
  /** Origin of each application, for the developer panel. */
  origins?: Origin[] | undefined;
}

/** Placeholder for the nonce, replaced on sending, so that equal pages have equal validators. */
export const noncePlaceholder = '%nonce%';

/**
 * Renders the whole document. Escapes all untrusted values; the rendered part comes from React and
 * is already escaped.
 */
export function renderDocument({
  block,
  styles,
  sheets = [],
  scripts,
  chunks,
  polyfills,
  preloads,
  first,
  speculation,
  care,
  signed,
  inApp,
  html = '',
  title = block.site.site_name,
  head = [],
  state,
  origins,
}: DocumentParts): string {
  const site = dataBlock('site', JSON.stringify({ ...block, nonce: noncePlaceholder }));
  // A learner's page requests its chunks after its calls: see apps/commons, first.ts.
  const { restore, calls } = first ?? {};
  const start = first ? site + dataBlock('first', JSON.stringify({ restore, calls, chunks })) : '';
  const integrities = new Map(block.remotes.map(({ entry, integrity }) => [entry, integrity]));
  return `<!doctype html>
<html lang="zh-CN" data-mantine-color-scheme="light"${care ? ' class="care"' : ''}${signed ? ' data-signed' : ''}${inApp ? ` data-in-app="${inApp}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(title)}</title>
${dataBlock('polyfills', JSON.stringify(polyfills))}${start}${inlineScripts(html, first)
    .map(({ text }) => `<script>${text}</script>\n`)
    .join('')}${head.map(headTag).join('')}<meta name="format-detection" content="telephone=no">
${block.site.favicon ? `<link rel="icon" href="${escapeHtml(block.site.favicon)}">` : '<link rel="icon" href="data:,">'}
${styles.map(({ name, css }) => `<style nonce="${noncePlaceholder}" data-href="${name}">${css.replaceAll('</', '<\\/')}</style>`).join('')}${sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}
${first ? scripts.map(preloadEntry).join('') : ''}
<script defer src="/edge/browser.js"></script>
${scripts.map(({ src, integrity }) => `<script defer src="${src}"${integrityAttribute(integrity)}></script>`).join('')}
</head>
<body>
<noscript>请在浏览器中启用 JavaScript 后使用本平台。</noscript>
<div id="root">${html}</div>
${first ? '' : site}
${state ? dataBlock('state', state) : ''}
${(first ? [] : chunks).map((src) => `<script async fetchpriority="high" src="${src}"></script>`).join('')}${preloads.map((href) => `<link rel="preload" as="script" href="${href}"${integrityAttribute(integrities.get(href))}>`).join('')}
${speculation ? `<script type="speculationrules">${escapeJson(speculation)}</script>` : ''}
${origins ? `${dataBlock('sources', JSON.stringify(origins))}<script defer src="/edge/sources.js"></script>` : ''}</body>
</html>
`;
}

/**
 * Scripts that cannot wait for a file: what an old browser needs, calls of a learner's page, and
 * what a visitor does on a rendered page before it has started.
 */
export const inlineScripts = (html = '', first?: FirstCalls) => [
  floorScript,
  ...(first ? [first.script] : []),
  ...(html ? [earlyInputScript] : []),
];

const dataBlock = (id: string, value: string): string =>
  `<script type="application/json" id="${id}">${escapeJson(value)}</script>`;

/**
 * A learner's page can be used once its largest file has run, so that file is requested first: over
 * HTTP/1.1 it gets the connection that the document has opened, instead of waiting for another. Its
 * low priority is that of a deferred script. Public pages are read before their scripts run, and
 * are painted later with it.
 */
const preloadEntry = ({ src, integrity }: DocumentParts['scripts'][number]): string =>
  `<link rel="preload" as="script" fetchpriority="low" href="${src}"${integrityAttribute(integrity)}>`;

/** Entry scripts carry their hash (SRI), so that the browser refuses a modified file. */
const integrityAttribute = (integrity?: string) =>
  integrity ? ` integrity="${integrity}" crossorigin="anonymous"` : '';

/**
 * Marked so that the browser can find and replace it. Script elements are data only, whatever their
 * attributes say.
 */
function headTag({ tag, attributes, text: words = '' }: HeadTag): string {
  if (tag === 'script')
    return `<script type="application/ld+json" data-head>${escapeJson(words)}</script>\n`;
  const written = Object.entries(attributes).map(
    ([name, value]) => ` ${name}="${escapeHtml(value)}"`,
  );
  return tag === 'meta' || tag === 'link' ? `<${tag}${written.join('')} data-head>\n` : '';
}

/** JSON for a script element: escaped so that it cannot close the element or open a comment. */
const escapeJson = (value: string): string =>
  value.replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
