// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';

it('requests the chunks of the page after its calls, which would wait for a connection otherwise', async () => {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (url: URL) => {
    requested.push(url.pathname);
    return Response.json({});
  });
  const blocks = {
    site: { cookie_domain: '', full_domain_name: 'cme', addresses: { api: 'http://api.test' } },
    first: {
      restore: { path: '/restore', access: 'public', body: {} },
      calls: [{ path: '/config', access: 'public', body: {} }],
      chunks: ['/play.js', '/calls.js'],
    },
  };
  document.body.innerHTML = Object.entries(blocks)
    .map(
      ([id, data]) => `<script type="application/json" id="${id}">${JSON.stringify(data)}</script>`,
    )
    .join('');
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    requested.push(new URL((script as HTMLScriptElement).src, 'http://x').pathname);
  });
  await import('./first.ts');
  expect(requested).toEqual(['/config', '/play.js', '/calls.js']);
});
