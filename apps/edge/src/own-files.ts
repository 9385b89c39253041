import type { FastifyInstance } from 'fastify';

/** Written in a way that browsers of ten years ago can read: it only says why the page stays empty for them. */
const browser = `(function(){
  if ('findLast' in Array.prototype && 'structuredClone' in window && window.CSS && CSS.supports('inset:0')) return;
  var root = document.getElementById('root');
  var said = document.createElement('div');
  said.setAttribute('role', 'alert');
  said.style.cssText = 'margin:40px auto;max-width:560px;padding:24px;background:#fff;border-top:4px solid #0b6e6e;font:16px/1.7 sans-serif';
  said.innerHTML = '<h1 style="font-size:22px;margin:0 0 8px">浏览器版本过低</h1><p style="margin:0">请使用新版 Edge、Chrome、Firefox、Safari，或 360、QQ 浏览器的极速模式访问本平台。</p>';
  root.parentNode.insertBefore(said, root);
})();
`;

export function registerOwnFiles(app: FastifyInstance): void {
  app.get('/edge/browser.js', (_, reply) => reply.headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' }).send(browser));
  app.get('/robots.txt', (_, reply) => reply.type('text/plain').send('User-agent: *\nDisallow: /qm/\nDisallow: /user/\nDisallow: /player/\nDisallow: /order/\n'));
  app.get('/favicon.ico', (_, reply) => reply.code(204).header('cache-control', 'public, max-age=86400').send());
}
