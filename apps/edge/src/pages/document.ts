import type { PageBlock } from '@cme/contract';

export interface DocumentParts {
  block: PageBlock;
  /** Style sheets, put into the page: the first paint waits for nothing else. The name keeps the
   * chunk loader from fetching the same file again. */
  styles: { name: string; css: string }[];
  /** Style sheets that come by themselves: only from a development server. */
  sheets?: string[];
  scripts: string[];
  preloads: string[];
  care: boolean;
  /** Somebody of the family is signed in: what they will see keeps its place from the first
   * paint. */
  signed: boolean;
  /** Rendered part and its data; absent in a shell. */
  html?: string;
  title?: string;
  state?: string;
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
  care,
  signed,
  html = '',
  title = block.site.site_name,
  state,
}: DocumentParts): string {
  return `<!doctype html>
<html lang="zh-CN" data-mantine-color-scheme="light"${care ? ' class="care"' : ''}${signed ? ' data-signed' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${text(title)}</title>
<meta name="format-detection" content="telephone=no">
${block.site.favicon ? `<link rel="icon" href="${text(block.site.favicon)}">` : '<link rel="icon" href="data:,">'}
${styles.map(({ name, css }) => `<style nonce="${nonceMark}" data-href="${name}">${css.replaceAll('</', '<\\/')}</style>`).join('')}${sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}
<script defer src="/edge/browser.js"></script>
${scripts.map((src) => `<script defer src="${src}"></script>`).join('')}
</head>
<body>
<noscript>请在浏览器中启用 JavaScript 后使用本平台。</noscript>
<div id="root">${html}</div>
<script type="application/json" id="site">${json(JSON.stringify({ ...block, nonce: nonceMark }))}</script>
${state ? `<script type="application/json" id="state">${json(state)}</script>` : ''}
${preloads.map((href) => `<link rel="preload" as="script" href="${href}">`).join('')}
</body>
</html>
`;
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
