import type { PageBlock } from '@cme/contract';
import type { Origin } from '../rollout/sources.ts';
import { firstScript } from '../browser/own-files.ts';
import type { FirstCalls } from './first-calls.ts';

/** One element of a head as an application's build leaves it: everything in it is from outside. */
export interface HeadTag {
  tag: 'meta' | 'link' | 'script';
  attributes: Record<string, string>;
  text?: string;
}

export interface DocumentParts {
  block: PageBlock;
  /** Style sheets, put into the page: the first paint waits for nothing else. The name keeps the
   * chunk loader from fetching the same file again. */
  styles: { name: string; css: string }[];
  /** Style sheets that come by themselves: only from a development server. */
  sheets?: string[];
  scripts: { src: string; integrity?: string }[];
  preloads: string[];
  /** Calls that are made before the scripts arrive. */
  first?: FirstCalls | undefined;
  care: boolean;
  /** Somebody of the family is signed in: what they will see keeps its place from the first
   * paint. */
  signed: boolean;
  /** The chat application whose browser reads it. */
  inApp: 'wechat' | 'wecom' | '';
  /** Rendered part and its data; absent in a shell. */
  html?: string;
  title?: string;
  head?: HeadTag[];
  state?: string;
  /** Where the page's applications come from, for the panel of developers. */
  origins?: Origin[] | undefined;
}

/** Stands for the nonce until the page is sent, so that the same page has the same validator. */
export const nonceMark = '%nonce%';

/** The whole page. Everything from outside is escaped here; the rendered part comes from React,
 * which has done so. */
export function document({
  block,
  styles,
  sheets = [],
  scripts,
  preloads,
  first,
  care,
  signed,
  inApp,
  html = '',
  title = block.site.site_name,
  head = [],
  state,
  origins,
}: DocumentParts): string {
  const site = dataBlock('site', JSON.stringify({ ...block, nonce: nonceMark }));
  const integrities = new Map(block.remotes.map(({ entry, integrity }) => [entry, integrity]));
  return `<!doctype html>
<html lang="zh-CN" data-mantine-color-scheme="light"${care ? ' class="care"' : ''}${signed ? ' data-signed' : ''}${inApp ? ` data-in-app="${inApp}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${text(title)}</title>
${first ? `${site}${dataBlock('first', JSON.stringify(first))}<script>${firstScript.text}</script>\n` : ''}${head.map(headTag).join('')}<meta name="format-detection" content="telephone=no">
${block.site.favicon ? `<link rel="icon" href="${text(block.site.favicon)}">` : '<link rel="icon" href="data:,">'}
${styles.map(({ name, css }) => `<style nonce="${nonceMark}" data-href="${name}">${css.replaceAll('</', '<\\/')}</style>`).join('')}${sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}
<script defer src="/edge/browser.js"></script>
${scripts.map(({ src, integrity }) => `<script defer src="${src}"${checked(integrity)}></script>`).join('')}
</head>
<body>
<noscript>请在浏览器中启用 JavaScript 后使用本平台。</noscript>
<div id="root">${html}</div>
${first ? '' : site}
${state ? dataBlock('state', state) : ''}
${preloads.map((href) => `<link rel="preload" as="script" href="${href}"${checked(integrities.get(href))}>`).join('')}
${origins ? `${dataBlock('sources', JSON.stringify(origins))}<script defer src="/edge/sources.js"></script>` : ''}</body>
</html>
`;
}

const dataBlock = (id: string, value: string): string =>
  `<script type="application/json" id="${id}">${json(value)}</script>`;

/** What starts a release is refused by the browser when it is not what was signed. */
const checked = (integrity?: string) =>
  integrity ? ` integrity="${integrity}" crossorigin="anonymous"` : '';

/** Marked, so that the browser finds what it has to replace. A script carries data alone, whatever
 * its attributes say. */
function headTag({ tag, attributes, text: words = '' }: HeadTag): string {
  if (tag === 'script')
    return `<script type="application/ld+json" data-head>${json(words)}</script>\n`;
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${text(value)}"`);
  return tag === 'meta' || tag === 'link' ? `<${tag}${written.join('')} data-head>\n` : '';
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const text = (value: string): string =>
  value.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** JSON inside a script element: nothing in it may end the element or start a comment. */
const json = (value: string): string =>
  value.replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
