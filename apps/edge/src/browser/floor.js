// oxlint-disable no-var
// Written in ES5, and runs before every other script. Tells browsers that are too old for our pages
// what to do, and loads the polyfills into those that lack a call that the page makes.
(function () {
  var page = document.documentElement;
  function isSupported() {
    try {
      return (
        RegExp('(?<=a)b').test('ab') &&
        'structuredClone' in window &&
        CSS.supports('height', '1dvh') &&
        CSS.supports('container-type', 'inline-size')
      );
    } catch (missing) {
      return false;
    }
  }
  function isMissing(call) {
    var names = call.split('.');
    var owner = window;
    for (var i = 0; i < names.length; i += 1) {
      if (owner === undefined || owner[names[i]] === undefined) return true;
      owner = owner[names[i]];
    }
    return false;
  }
  // Written into the document, so that it runs before the scripts behind it.
  function load(src, integrity) {
    var check = integrity ? ' integrity="' + integrity + '" crossorigin="anonymous"' : '';
    document.write('<scr' + 'ipt defer src="' + src + '"' + check + '></scr' + 'ipt>');
  }
  if (!isSupported()) {
    page.setAttribute('data-outdated', '');
    load('%outdated%');
    return;
  }
  JSON.parse(document.getElementById('polyfills').textContent).forEach(function (one) {
    if (one.calls.some(isMissing)) load(one.src, one.integrity);
  });
})();
