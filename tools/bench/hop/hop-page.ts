/** Events that the pages report to the measuring process, in this order; `frame` and `playable` are
 * measured from `click`. */
export type Report =
  | { what: 'link'; x: number; y: number }
  | { what: 'click'; at: number }
  | { what: 'frame'; at: number; isPrerendered: boolean }
  | { what: 'playable'; at: number };

/** Runs in the pages as a content script of an extension, passed as source text, so it must not use
 * anything outside of it. Times are milliseconds of the system clock, so that two documents can be
 * compared. */
export function runInPage(collector: string, account: { account: string; password: string }): void {
  const sendReport = (message: Report) =>
    void fetch(collector, {
      method: 'POST',
      mode: 'no-cors',
      keepalive: true,
      body: JSON.stringify(message),
    });
  const toEpochMs = (time: number) => performance.timeOrigin + time;

  async function signIn(): Promise<void> {
    const body = new URLSearchParams({
      full_domain_name: location.hostname,
      login_kind: 'password',
      ...account,
    });
    await fetch('/qm/api/v5/login', { method: 'POST', body });
    location.reload();
  }

  /** The screen position of the link to the player, once it exists and the page is stable. */
  function showLink(): void {
    const link = document.querySelector('aside a[href*="//player."]');
    if (!link || document.readyState !== 'complete') return void setTimeout(showLink, 100);
    link.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = link.getBoundingClientRect();
    const border = (outerWidth - innerWidth) / 2;
    link.addEventListener(
      'click',
      ({ timeStamp }) => sendReport({ what: 'click', at: toEpochMs(timeStamp) }),
      { capture: true },
    );
    setTimeout(sendReport, 1000, {
      what: 'link',
      x: screenX + border + left + width / 2,
      y: screenY + outerHeight - innerHeight - border + top + height / 2,
    });
  }

  /** The first contentful paint; a prerendered page paints only when it is activated. */
  function watchFrame(): void {
    const { prerendering: isPrerendered } = document as Document & { prerendering: boolean };
    new PerformanceObserver((list) => {
      const paint = list.getEntriesByName('first-contentful-paint')[0];
      if (paint) sendReport({ what: 'frame', at: toEpochMs(paint.startTime), isPrerendered });
    }).observe({ type: 'paint', buffered: true });
  }

  /** The play button is enabled on a visible page. */
  function watchButton(): void {
    const { prerendering } = document as Document & { prerendering: boolean };
    const button = document.querySelector('[data-overlay] button:not([disabled])');
    if (button && !prerendering) sendReport({ what: 'playable', at: toEpochMs(performance.now()) });
    else requestAnimationFrame(watchButton);
  }

  if (location.hostname.startsWith('player.')) {
    watchFrame();
    watchButton();
  } else if (document.cookie.includes('cme_signed=1')) showLink();
  else void signIn();
}
