// Reports page health to the edge: errors and failed loads by release, and web vitals (web-vitals is
// prepended). Loaded after the page has been shown. Contains no personal data.
(function () {
  const { onCLS, onINP, onLCP } = window.webVitals;
  const ofRelease = /\/(?:static\/([a-z-]+)|(commons))\/([0-9a-f]{12,64})\//;
  /** The release of a file's address, such as `player/0123456789ab`. */
  function releaseOf(address) {
    const found = ofRelease.exec(address || '');
    return found ? (found[1] || found[2]) + '/' + found[3] : '';
  }
  const entry = document.querySelector('script[src^="/static/"]');
  const started = releaseOf(entry && entry.src);
  // Signed by the edge for this page alone; only reports with it count.
  const [page] = performance.getEntriesByType('navigation');
  const signed = page && (page.serverTiming || []).find(({ name }) => name === 'ticket');
  const told = new Set();
  let waiting = {};

  function add(kind, release) {
    if (!release || told.has(kind + release)) return;
    told.add(kind + release);
    (waiting[kind] ||= []).push(release);
  }
  function send() {
    for (const { name } of performance.getEntriesByType('resource')) add('pages', releaseOf(name));
    if (!signed || Object.keys(waiting).length === 0) return;
    const body = JSON.stringify({ ticket: signed.description, started, ...waiting });
    waiting = {};
    navigator.sendBeacon('/edge/health', body);
  }
  function note([kind, address]) {
    // Errors without a file count for the application that started the page.
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
  // A prerendered page has not been seen yet.
  if (document.prerendering) document.addEventListener('prerenderingchange', begin, { once: true });
  else begin();
})();
