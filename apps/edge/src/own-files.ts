import type { FastifyInstance } from 'fastify';

/** Written in a way that browsers of ten years ago can read: it says why the page stays empty,
 * and a button that was pressed before the page has started is pressed for its reader when it
 * has. A script that does not arrive before that costs one reload by itself; after that the
 * reader decides. */
const browser = `(function(){
  var root = document.getElementById('root');
  function say(title, text, place, next) {
    var said = document.createElement('div');
    said.setAttribute('role', 'alert');
    said.style.cssText = 'margin:40px auto;max-width:560px;padding:24px;background:#fff;border-top:4px solid #0b6e6e;font:16px/1.7 sans-serif;' + place;
    said.innerHTML = '<h1 style="font-size:22px;margin:0 0 8px">' + title + '</h1><p style="margin:0">' + text + '</p>';
    if (next) said.appendChild(next);
    root.parentNode.insertBefore(said, root);
  }
  if (!('findLast' in Array.prototype && 'structuredClone' in window && window.CSS && CSS.supports('inset:0'))) {
    say('浏览器版本过低', '请使用新版 Edge、Chrome、Firefox、Safari，或 360、QQ 浏览器的极速模式访问本平台。', '');
    return;
  }
  var key = 'cme_reloaded';
  var isWaiting = false;
  function isStarted() { return document.documentElement.hasAttribute('data-started'); }
  function stored(value) {
    try {
      var before = sessionStorage.getItem(key);
      if (value) sessionStorage.setItem(key, value); else sessionStorage.removeItem(key);
      return before;
    } catch (closed) { return 'y'; }
  }
  function retry() {
    var button = document.createElement('button');
    button.textContent = '重试';
    button.style.cssText = 'margin-top:12px;min-width:96px;min-height:44px;border:0;border-radius:8px;background:#0b6e6e;color:#fff;font:inherit';
    button.onclick = function() { location.reload(); };
    return button;
  }
  function look() {
    if (isStarted()) return;
    if (!stored('y')) return location.reload();
    stored('');
    say('页面未能完全加载', '请检查网络后重试。', 'position:relative;z-index:200;', retry());
  }
  addEventListener('error', function(event) {
    var script = event.target;
    if (isWaiting || isStarted() || !script || script.tagName !== 'SCRIPT') return;
    isWaiting = true;
    setTimeout(look, script.defer ? 500 : 8000);
  }, true);
  var pressed = null;
  function release() {
    if (!pressed) return;
    var button = pressed;
    pressed = null;
    button.style.opacity = '';
    if (button.isConnected) button.click();
  }
  addEventListener('click', function(event) {
    var button = !isStarted() && event.target.closest && event.target.closest('#root button');
    if (!button) return;
    if (pressed) pressed.style.opacity = '';
    pressed = button;
    pressed.style.opacity = '.6';
  }, true);
  new MutationObserver(function(_, seen) {
    if (!isStarted()) return;
    seen.disconnect();
    release();
  }).observe(document.documentElement, { attributes: true, attributeFilter: ['data-started'] });
  addEventListener('pagehide', function() { if (isStarted()) stored(''); });
})();
`;

export function registerOwnFiles(app: FastifyInstance): void {
  app.get('/edge/browser.js', (_, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=86400',
        'x-content-type-options': 'nosniff',
      })
      .send(browser),
  );
  app.get('/robots.txt', (_, reply) =>
    reply
      .type('text/plain')
      .send(
        'User-agent: *\nDisallow: /qm/\nDisallow: /user/\nDisallow: /player/\nDisallow: /order/\n',
      ),
  );
  app.get('/favicon.ico', (_, reply) =>
    reply.code(204).header('cache-control', 'public, max-age=86400').send(),
  );
}
