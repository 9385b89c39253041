import { fetchAs } from '@cme/commons/api-client/node';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

/** The minimum of CSS that a page with this content needs. */
const style = `body{margin:0;font:16px/1.75 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#16232b;background:#f7f9f8}
header,main,footer{max-width:1200px;margin:0 auto;padding:16px}header nav{display:flex;flex-wrap:wrap;gap:12px}a{color:#0f6b66;text-decoration:none}
ul{list-style:none;padding:0;display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(260px,1fr))}li{background:#fff;border-radius:10px;padding:12px}
img{max-width:100%}img[width]{height:auto;aspect-ratio:16/9;border-radius:8px;background:#e3e9e7}h1{font-size:28px;line-height:1.4}h2{font-size:22px}footer{color:#5b6b73;font-size:14px}`;

/** Blocks stay: otherwise the texts of the whole page are one text of `main`, and its largest paint
 * is the first line that is painted. */
const keptTags = new Set(
  'div h1 h2 h3 h4 p ul ol li a img video button section article nav dl dt dd table tr td th time strong'.split(
    ' ',
  ),
);

/** Runs in the page: its markup without what this screen does not show, such as the menu of a wider
 * one. */
export function readShownMarkup(): string {
  const root = document.getElementById('root') ?? document.body;
  for (const element of root.querySelectorAll('*'))
    if (!element.checkVisibility()) element.remove();
  return `<title>${document.title}</title><div id="root">${root.innerHTML}</div>`;
}

/** Blocks, texts and images of a rendered page, without classes, scripts or SVG elements. */
export function toStaticPage(rendered: string): string {
  const title = /<title>(.*?)<\/title>/s.exec(rendered)?.[1] ?? '';
  const body = /<div id="root"[^>]*>(.*)<\/div>/s.exec(rendered)?.[1] ?? '';
  const bodyHtml = body
    .replace(/<(script|style|svg|template|noscript)\b.*?<\/\1>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(
      /<(\/?)([a-z][a-z0-9]*)((?:\s[^>]*)?)>/g,
      (_, end: string, tag: string, rest: string) => {
        if (!keptTags.has(tag)) return '';
        if (end) return `</${tag}>`;
        const attributes = [
          ...rest.matchAll(/\s(href|src|alt|width|height|loading|poster|preload)="([^"]*)"/g),
        ];
        return `<${tag}${attributes.map(([text]) => text).join('')}>`;
      },
    );
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head><body><main>${bodyHtml}</main></body></html>`;
}

export interface StaticPages {
  port: number;
  /** Serves the static copy of a page. */
  put(path: string, rendered: string): void;
  close(): void;
}

/** Serves a static copy of every page of a host, compressed and with the cache headers of a good
 * file server, with the original images. */
export async function serveStaticPages(edgePort: number, host: string): Promise<StaticPages> {
  const fetchPage = fetchAs(host);
  const pages = new Map<string, { body: Buffer; headers: Record<string, string> }>();
  const fetchText = async (path: string) => {
    const answer = await fetchPage(`http://127.0.0.1:${edgePort}${path}`, {
      headers: { accept: 'text/html,*/*' },
    });
    const type = answer.headers.get('content-type') ?? '';
    if (!type.startsWith('text/html')) {
      const cache = answer.headers.get('cache-control') ?? 'no-cache';
      const body = Buffer.from(await answer.arrayBuffer());
      return { body, headers: { 'content-type': type, 'cache-control': cache } };
    }
    return toStaticCopy(await answer.text());
  };
  const toStaticCopy = (rendered: string) => ({
    body: brotliCompressSync(toStaticPage(rendered)),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'no-cache',
    },
  });
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    void (async () => {
      const page = pages.get(path) ?? (await fetchText(path));
      pages.set(path, page);
      const tag = `"${page.body.length}"`;
      if (request.headers['if-none-match'] === tag) response.writeHead(304).end();
      else response.writeHead(200, { ...page.headers, etag: tag }).end(page.body);
    })().catch(() => response.writeHead(502).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    put: (path, rendered) => void pages.set(path, toStaticCopy(rendered)),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
