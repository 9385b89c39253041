// oxlint-disable no-var
// Written in ES5. Says above the page, whose text stays readable, what a browser below
// .browserslistrc can do. The page's own scripts do not start in it.
(function () {
  var root = document.getElementById('root');
  var box = document.createElement('div');
  box.setAttribute('role', 'alert');
  box.style.cssText =
    'box-sizing:border-box;margin:24px auto;width:calc(100% - 32px);max-width:720px;padding:24px;background:#fff;color:#1c2b33;border:1px solid #c9d8d8;border-top:4px solid #0b6e6e;font:16px/1.7 sans-serif;position:relative;z-index:200';
  function link(address, name) {
    return '<a href="' + address + '" rel="noreferrer" style="color:#0b6e6e">' + name + '</a>';
  }
  var item = '<li style="margin:0 0 8px">';
  box.innerHTML =
    '<h1 style="font-size:22px;line-height:1.4;margin:0 0 8px">浏览器版本过低</h1>' +
    '<p style="margin:0 0 12px">' +
    (root.firstChild
      ? '下面的内容可以阅读，登录、学习等功能需要更新浏览器后使用。'
      : '请更新浏览器后打开本页。') +
    '</p><ul style="margin:0;padding:0 0 0 20px;list-style:disc">' +
    item +
    '电脑：安装新版 ' +
    link('https://www.microsoft.com/zh-cn/edge', 'Edge') +
    '、' +
    link('https://www.google.cn/chrome/', 'Chrome') +
    ' 或 ' +
    link('https://www.firefox.com/zh-CN/', 'Firefox') +
    '。Windows 7 可使用 Chrome 109 或 Firefox 115。</li>' +
    item +
    '360、QQ、搜狗等浏览器：更新到最新版，并在地址栏右侧切换为“极速模式”。</li>' +
    item +
    '微信：在“我 — 设置 — 关于微信”中更新，或点右上角“…”，选择在浏览器中打开。</li>' +
    item +
    '安卓手机：在应用商店更新浏览器。</li>' +
    item +
    '苹果手机和电脑：在系统设置中更新到 iOS 16.4 或 macOS 的 Safari 16.4 以上。</li>' +
    '</ul>';
  root.parentNode.insertBefore(box, root);
})();
