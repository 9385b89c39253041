// oxlint-disable no-var
// Makes the first calls of a signed-in page while its scripts are still loading; the API client
// takes the responses (libs/commons, first-answers.ts). A prerendered page does not restore the
// session.
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
    if (before) answer = answer.then(before);
    answer.catch(function () {});
    kept.set([url.href, body, token].join(' '), { answer: answer, at: performance.now() });
    return answer;
  }
  function askAll(token, isWanted) {
    first.calls.filter(isWanted).forEach(function (call) {
      ask(call, token);
    });
  }
  var isForAll = function (call) {
    return call.access === 'public';
  };
  var isPersonal = function (call) {
    return !isForAll(call);
  };
  var first = data('first');
  var token = stored();
  askAll(token, isForAll);
  if (token) return askAll(token, isPersonal);
  if (!isFamily || document.prerendering) return;
  // The restore resolves only after its calls are registered, so that they are not made twice.
  ask(first.restore, '', { 'X-CME-Restore': '1' }, function (answer) {
    return answer
      .clone()
      .json()
      .then(function (said) {
        if (said.isSuccess && said.data.restored === 'Y' && said.message)
          askAll(said.message, isPersonal);
      })
      .catch(function () {})
      .then(function () {
        return answer;
      });
  });
})();
