import { createHash } from 'node:crypto';
import { encodeBody, type EncodedPage } from './encoding.ts';
import { escapeHtml } from './escape-html.ts';

const style =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.7 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;color:#1c2b33;background:#f3f7f7}main{max-width:32rem;padding:2.5rem;background:#fff;border-top:4px solid #0b6e6e;border-radius:8px}h1{margin:0 0 .75rem;font-size:1.5rem}p{margin:0}';
const styleHash = createHash('sha256').update(style).digest('base64');

/** Browsers request a favicon, which the policy blocks: the page declares an empty one. */
const emptyIcon = '<link rel="icon" href="data:,">';

/** A static notice page: no script, no API, no build. */
export function noticePage(title: string, message: string, status: number): EncodedPage {
  const html = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>${emptyIcon}<style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p></main></body></html>\n`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    ...(status === 503 ? { 'retry-after': '10' } : {}),
  };
  return { status, headers, etag: '', body: encodeBody(html) };
}
