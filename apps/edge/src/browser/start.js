// oxlint-disable no-var
// Written in ES5 for old browsers. Reloads once when a script fails to load, or throws before the
// page has started; after that it says so, and the reader decides. What the server has rendered
// stays readable.
(function () {
  if (document.documentElement.hasAttribute('data-outdated')) return;
  var root = document.getElementById('root');
  function show(title, text, place, next) {
    var box = document.createElement('div');
    box.setAttribute('role', 'alert');
    box.style.cssText =
      'margin:40px auto;max-width:560px;padding:24px;background:#fff;border-top:4px solid #0b6e6e;font:16px/1.7 sans-serif;' +
      place;
    box.innerHTML =
      '<h1 style="font-size:22px;margin:0 0 8px">' +
      title +
      '</h1><p style="margin:0">' +
      text +
      '</p>';
    if (next) box.appendChild(next);
    root.parentNode.insertBefore(box, root);
  }
  // Errors are recorded from now on; health.js, which reports them, is loaded after the page has been
  // shown or with the first error.
  var faults = (window.__cmeFaults = []);
  var isCalled = false;
  function callHealth() {
    if (isCalled) return;
    isCalled = true;
    var script = document.createElement('script');
    script.src = '%health%';
    script.integrity = '%integrity%';
    script.crossOrigin = 'anonymous';
    document.head.appendChild(script);
  }
  function noteFault(kind, address) {
    if (faults.length > 20) return;
    faults.push([kind, address || '']);
    setTimeout(callHealth, 1000);
  }
  function noteThrown(address) {
    noteFault('errors', address);
    if (address && address.indexOf(location.origin + '/static/') === 0) lookIn(8000);
  }
  function fileIn(stack) {
    return (/https?:\/\/[^\s)]+/.exec(stack || '') || [''])[0];
  }
  function noteError(event) {
    var element = event.target;
    if (element && element !== window) noteFault('failed_loads', element.src || element.href);
    else noteThrown(event.filename || fileIn(event.error && event.error.stack));
  }
  addEventListener('error', noteError, true);
  addEventListener('unhandledrejection', function (event) {
    noteThrown(fileIn(event.reason && event.reason.stack));
  });
  addEventListener('cme:failed', function (event) {
    noteFault('errors', fileIn(event.detail && event.detail.stack));
  });
  addEventListener('load', function () {
    setTimeout(callHealth, hasTyped() ? 0 : 5000);
  });
  // Text left by an outdated page: see aged.js.
  function hasTyped() {
    try {
      return sessionStorage.getItem('cme_typed');
    } catch (closed) {
      return null;
    }
  }
  var key = 'cme_reloaded';
  var isWaiting = false;
  var isTold = false;
  var isReloading = false;
  function isStarted() {
    return document.documentElement.hasAttribute('data-started');
  }
  function stored(value) {
    try {
      var before = sessionStorage.getItem(key);
      if (value) sessionStorage.setItem(key, value);
      else sessionStorage.removeItem(key);
      return before;
    } catch (closed) {
      return 'y';
    }
  }
  function retry() {
    var button = document.createElement('button');
    button.textContent = '重试';
    button.style.cssText =
      'margin-top:12px;min-width:96px;min-height:44px;border:0;border-radius:8px;background:#0b6e6e;color:#fff;font:inherit';
    button.onclick = function () {
      location.reload();
    };
    return button;
  }
  function lookIn(milliseconds) {
    if (isWaiting || isStarted()) return;
    isWaiting = true;
    setTimeout(look, milliseconds);
  }
  function look() {
    if (isStarted() || isReloading) return;
    if (!stored('y')) {
      isReloading = true;
      return location.reload();
    }
    stored('');
    tell();
  }
  function tell() {
    if (isTold) return;
    isTold = true;
    var text = '请检查网络后重试。';
    if (root.textContent) text = '下面的内容可以阅读，按钮等功能暂时无法使用。' + text;
    show('页面未能完全加载', text, 'position:relative;z-index:200;', retry());
  }
  // The page has given up and can no longer be used: see libs/ui, keep-content.ts.
  addEventListener('cme:stopped', function () {
    if (isStarted()) tell();
    else look();
  });
  function lookForScript(event) {
    var script = event.target;
    if (script && script.tagName === 'SCRIPT') lookIn(script.defer ? 500 : 8000);
  }
  addEventListener('error', lookForScript, true);
  addEventListener('pagehide', function () {
    if (isStarted()) stored('');
  });
})();
