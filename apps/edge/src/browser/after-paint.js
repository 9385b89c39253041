// Starts the scripts of a rendered page after its first paint, which would otherwise share the
// processor with their compilation. They are prefetched meanwhile. A page that is not shown has no
// paint to wait for, and some browsers do not report it.
(function () {
  let isStarted = false;
  function start() {
    if (isStarted) return;
    isStarted = true;
    for (const link of document.querySelectorAll('link[data-script]')) {
      const script = document.createElement('script');
      script[link.dataset.script] = true;
      if (link.integrity) {
        script.integrity = link.integrity;
        script.crossOrigin = 'anonymous';
      }
      script.src = link.getAttribute('href');
      document.head.append(script);
    }
  }
  function startAfterPaint() {
    const isReported = PerformanceObserver.supportedEntryTypes.includes('paint');
    if (!isReported || document.prerendering || document.hidden) return start();
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) start();
    }).observe({ type: 'paint', buffered: true });
    setTimeout(start, 5000);
  }
  // The deferred /edge/browser.js, which watches for failing scripts, runs before this event.
  document.addEventListener('DOMContentLoaded', startAfterPaint);
})();
