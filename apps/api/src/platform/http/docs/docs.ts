import { wirePath } from '@cme/contract/base';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { RegisteredCall } from '../answer.ts';
import { toOpenApi } from './openapi.ts';

const style = `body{font:15px/1.7 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#1c2b30}
h1{font-size:1.5rem}summary{cursor:pointer;padding:.4rem 0}code{font:13px/1.6 ui-monospace,monospace}pre{background:#f3f6f7;padding:1rem;overflow:auto;border-radius:6px}
.who{display:inline-block;min-width:4.5rem;padding:0 .5rem;margin-right:.6rem;border-radius:4px;background:#e4eff0;text-align:center;font-size:13px}`;
const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
const access = { public: '任何人', open: '开放站点', learner: '已登录' };

/**
 * `GET /qm/api/docs`: all calls for humans; `/openapi.json`: the same for tools. Generated from the
 * registered calls.
 */
export function registerDocs(app: FastifyInstance): void {
  let cachedDocument: { document: string; page: string } | undefined;
  const ready = () =>
    (cachedDocument ??= {
      document: JSON.stringify(toOpenApi(app.calls)),
      page: renderPage(app.calls),
    });
  app.get('/qm/api/docs/openapi.json', async (_, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'max-age=300')
      .send(ready().document),
  );
  app.get('/qm/api/docs', async (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .send(ready().page),
  );
}

function renderPage(calls: readonly RegisteredCall[]): string {
  const rows = calls
    .toSorted((call, next) => (call.call.path < next.call.path ? -1 : 1))
    .map(renderCall);
  return `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>接口说明</title><link rel="icon" href="data:,"><style>${style}</style>
<h1>接口说明</h1><p>共 ${calls.length} 个接口。请求体默认为表单编码，均带 <code>full_domain_name</code>；登录后带请求头 <code>X-Token</code>。
机器可读的描述：<a href="/qm/api/docs/openapi.json">OpenAPI 3.1</a>。</p>${rows.join('\n')}</html>`;
}

function renderCall({ call, options }: RegisteredCall): string {
  const toJsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output') =>
    escapeText(
      JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), withoutDialect, 1),
    );
  return `<details><summary><span class="who">${access[call.access]}</span><code>${options.get ? 'GET POST' : 'POST'} ${wirePath(call.path)}</code></summary>
<h3>请求（${call.encoding === 'json' ? 'JSON' : '表单或 JSON'}）</h3><pre><code>${toJsonSchema(call.body, 'input')}</code></pre><h3>返回 data</h3><pre><code>${toJsonSchema(call.data, 'output')}</code></pre></details>`;
}

const withoutDialect = (key: string, value: unknown) => (key === '$schema' ? undefined : value);
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
