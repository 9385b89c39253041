// oxlint-disable no-var
// Makes the first calls of a signed-in page while its scripts are still loading; the API client
// takes the responses (libs/commons, first-answers.ts). A prerendered page does not restore the
// session. The page's chunks follow the calls, or over HTTP/1.1 the calls would wait until one of
// the few connections is free.
(function () {
  var data = function (id) {
    return JSON.parse(document.getElementById(id).textContent);
  };
  var kept = (window[Symbol.for('cme.first.1')] = new Map());
  var site = data('site');
  var isFamily = site.cookie_domain && /(?:^|;\s*)cme_signed=1(?:;|$)/.test(document.cookie);
  function stored() {
    try {
      var token = localStorage.getItem('user_token') || '';
      return localStorage.getItem('user_token_family') && !isFamily ? '' : token;
    } catch (closed) {
      return '';
    }
  }
  // The response resolves only after the calls that follow it are registered, so that they are not
  // made twice.
  function after(follow) {
    return function (answer) {
      return answer
        .clone()
        .json()
        .then(function (said) {
          if (said.isSuccess) follow(said);
        })
        .catch(function () {})
        .then(function () {
          return answer;
        });
    };
  }
  function ask(call, token, more, before) {
    var url = new URL(call.path, site.addresses.api || location.origin);
    var body = new URLSearchParams(call.body);
    body.append('full_domain_name', site.full_domain_name);
    var headers = { 'X-CME-Contract': String(site.contract) };
    if (token) headers['X-Token'] = token;
    for (var name in more) headers[name] = more[name];
    var answer = fetch(url, {
      method: 'POST',
      headers: headers,
      body: body,
      credentials: url.origin === location.origin ? 'same-origin' : 'include',
    });
    var one = { at: performance.now() };
    one.answer = answer.then(function (said) {
      one.until = performance.now();
      return before ? before(said) : said;
    });
    one.answer.catch(function () {});
    kept.set([url.href, body, token].join(' '), one);
  }
  function askAll(token, isWanted) {
    first.calls.filter(isWanted).forEach(function (call) {
      make(call, token);
    });
  }
  // What is filled in is not in the cached page: a parameter of its URL, or a field of the response
  // before.
  function make(call, token, before) {
    var body = {};
    for (var name in call.body) {
      var value = call.body[name];
      if (typeof value === 'object') {
        value =
          new URLSearchParams(location.search).get(value.query) ||
          (before && before.data[value.field]);
        if (!value) return;
      }
      body[name] = value;
    }
    if (call.opens && document.prerendering) return;
    var follow = function (said) {
      make(call.next, token, said);
    };
    ask({ path: call.path, body: body }, token, {}, call.next && after(follow));
  }
  var isForAll = function (call) {
    return call.access === 'public';
  };
  var isPersonal = function (call) {
    return !isForAll(call);
  };
  function askFirst() {
    var token = stored();
    askAll(token, isForAll);
    if (token) return askAll(token, isPersonal);
    if (!isFamily || document.prerendering) return;
    ask(
      first.restore,
      '',
      { 'X-CME-Restore': '1' },
      after(function (said) {
        if (said.data.restored === 'Y' && said.message) askAll(said.message, isPersonal);
      }),
    );
  }
  function load(chunk) {
    var script = document.createElement('script');
    script.fetchPriority = 'high';
    script.src = chunk;
    document.head.appendChild(script);
  }
  var first = data('first');
  askFirst();
  first.chunks.forEach(load);
})();
