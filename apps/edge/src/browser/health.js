// Tells the edge how this page fares: whether files of a release failed or did not arrive, and how
// quickly it could be used (web-vitals stands before it). It comes after the page has been shown, and
// holds nothing of a person.
(function () {
  const { onCLS, onINP, onLCP } = window.webVitals;
  const ofRelease = /\/(?:static\/([a-z-]+)|(commons))\/([0-9a-f]{12,64})\//;
  /** `player/0123456789ab` for an address of one of its files. */
  function releaseOf(address) {
    const found = ofRelease.exec(address || '');
    return found ? (found[1] || found[2]) + '/' + found[3] : '';
  }
  const entry = document.querySelector('script[src^="/static/"]');
  const started = releaseOf(entry && entry.src);
  const told = new Set();
  let waiting = {};

  function add(kind, release) {
    if (!release || told.has(kind + release)) return;
    told.add(kind + release);
    (waiting[kind] ||= []).push(release);
  }
  function send() {
    for (const { name } of performance.getEntriesByType('resource')) add('pages', releaseOf(name));
    if (Object.keys(waiting).length === 0) return;
    const body = JSON.stringify({ started, ...waiting });
    waiting = {};
    navigator.sendBeacon('/edge/health', body);
  }
  function note([kind, address]) {
    // What no file can be blamed for belongs to the application that started the page.
    add(kind, releaseOf(address) || (kind === 'errors' ? started : ''));
  }
  function measured({ name, rating }) {
    waiting[name.toLowerCase()] = rating;
    if (document.visibilityState === 'hidden') send();
  }

  function begin() {
    add('pages', started);
    const noted = window.__cmeFaults || [];
    noted.forEach(note);
    noted.push = (fault) => {
      note(fault);
      setTimeout(send, 1000);
      return 0;
    };
    send();
    onLCP(measured);
    onINP(measured);
    onCLS(measured);
    addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
    addEventListener('pagehide', send);
  }
  // A page that was only made ready has not been seen by anybody yet.
  if (document.prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
  else begin();
})();
