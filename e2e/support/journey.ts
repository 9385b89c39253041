import AxeBuilder from '@axe-core/playwright';
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';

export { expect };

interface Options {
  /** Browser errors that a journey expects, such as a call that is refused on purpose. */
  allowed: RegExp;
}

interface Fixtures {
  /** All browser errors: console errors, CSP violations, uncaught exceptions, and requests to
   * foreign hosts. */
  complaints: string[];
}

/** Whether a request stays within the installation: pages must not disclose their readers to third
 * parties. */
function isOwnHost(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return !/^(http|ws)s?:$/.test(protocol) || /(^|\.)localhost$|^127\.0\.0\.1$/.test(hostname);
}

/** What Firefox says of a script that a navigation cancelled: it compares the hash of nothing. */
const isCancelledScript = (text: string) =>
  text.includes('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');

/** Records the errors of every page of a context. */
export function recordComplaints(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error' && !isCancelledScript(message.text()))
      complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on('request', (request) => {
    if (!isOwnHost(request.url())) complaints.push(`asks elsewhere: ${request.url()}`);
  });
  context.on('weberror', (error) => {
    const { message } = error.error();
    if (!isCancelledScript(message)) complaints.push(`uncaught: ${message}`);
  });
}

/** The driver of Debian's Firefox sets values without React noticing, so that React would discard
 * them. */
function reportValuesToReact(): void {
  const resetTracker = ({ isTrusted, target }: Event) => {
    if (!isTrusted)
      (target as { _valueTracker?: { setValue(value: string): void } })._valueTracker?.setValue(
        '\0',
      );
  };
  document.addEventListener('input', resetTracker, true);
}

/** A journey fails on any browser error, even if all its steps pass. */
export const test = base.extend<Options & Fixtures, { browser: Browser }>({
  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox')
        browser.on('context', (context) => void context.addInitScript(reportValuesToReact));
      await use(browser);
    },
    { scope: 'worker' },
  ],
  allowed: [/^$/, { option: true }],
  complaints: [
    async ({ context, allowed }, use) => {
      const complaints: string[] = [];
      recordComplaints(context, complaints);
      await use(complaints);
      const unexpected = complaints.filter((text) => !allowed.test(text));
      // Requests that a page sends while it unloads would fail inside the route handler.
      await Promise.all(
        [context, ...context.pages()].map((target) =>
          target.unrouteAll({ behavior: 'ignoreErrors' }),
        ),
      );
      expect(unexpected, 'complaints of the browser').toEqual([]);
    },
    { auto: true },
  ],
});

/** Asserts that the page has no serious accessibility violations. axe inserts styles that the CSP
 * refuses; those errors are ignored. */
export async function expectAccessible(page: Page, complaints: string[], note = ''): Promise<void> {
  const countBefore = complaints.length;
  let violations = await seriousIn(page);
  // An element may have started to fade in meanwhile.
  if (violations.length > 0) violations = await seriousIn(page);
  complaints.length = countBefore;
  expect(violations, `axe on ${page.url()} ${note}`).toEqual([]);
}

/** Rules of moderate impact, which `seriousIn` ignores anyway; they take a third of axe's time. */
const moderate = [
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'region',
];

async function seriousIn(page: Page): Promise<string[]> {
  await page.waitForFunction(hasNoAnimations);
  // Already injected when the page was examined at another width.
  const isInjected = await page.evaluate(() => 'axe' in window);
  // Our pages contain no foreign frames, so axe runs in the page itself without a second one.
  const { violations } = await new AxeBuilder({
    page,
    ...(isInjected && { axeSource: 'undefined' }),
  })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      // No need to load style sheets: only a rule that is disabled by default uses them.
      preload: false,
      rules: Object.fromEntries(moderate.map((rule) => [rule, { enabled: false }])),
    })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Waits for animations to end, because fading elements have too little contrast. */
function hasNoAnimations(): boolean {
  const isMoving = document
    .getAnimations()
    .some(
      ({ playState, effect }) =>
        playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
    );
  const isFading = [...document.querySelectorAll('[role="dialog"]')].some(
    (dialog) => getComputedStyle(dialog).opacity !== '1',
  );
  return !isMoving && !isFading;
}
