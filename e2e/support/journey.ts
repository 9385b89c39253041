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
  /** Complaints of the browser that belong to the journey, such as a call that is refused on
   * purpose. */
  allowed: RegExp;
}

interface Fixtures {
  /** Everything that browsers complained about: errors on the console, broken content rules,
   * uncaught errors, and whatever was asked of a host that is not ours. */
  complaints: string[];
}

/** Whether this leaves for nowhere but the installation: no page may tell others who reads it. */
function isOurs(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return !/^(http|ws)s?:$/.test(protocol) || /(^|\.)localhost$|^127\.0\.0\.1$/.test(hostname);
}

/** Writes down every complaint of every page of a context. */
export function listen(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error')
      complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on('request', (request) => {
    if (!isOurs(request.url())) complaints.push(`asks elsewhere: ${request.url()}`);
  });
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`));
}

/** What the driver of Debian's Firefox types in is set past React, which would take it for its own
 * doing and lose it. */
function forReact(): void {
  const forget = ({ isTrusted, target }: Event) => {
    if (!isTrusted)
      (target as { _valueTracker?: { setValue(value: string): void } })._valueTracker?.setValue(
        '\0',
      );
  };
  document.addEventListener('input', forget, true);
}

/** A journey fails when a browser complains, even if everything else went well. */
export const test = base.extend<Options & Fixtures, { browser: Browser }>({
  browser: [
    async ({ browser, browserName }, use) => {
      if (browserName === 'firefox')
        browser.on('context', (context) => void context.addInitScript(forReact));
      await use(browser);
    },
    { scope: 'worker' },
  ],
  allowed: [/^$/, { option: true }],
  complaints: [
    async ({ context, allowed }, use) => {
      const complaints: string[] = [];
      listen(context, complaints);
      await use(complaints);
      const unexpected = complaints.filter((text) => !allowed.test(text));
      // What a page still asks while it goes would fail on its way through the journey.
      await Promise.all(
        [context, ...context.pages()].map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })),
      );
      expect(unexpected, 'complaints of the browser').toEqual([]);
    },
    { auto: true },
  ],
});

/** Nothing serious in the way of people who see, hear or move differently. The examination puts
 * styles of its own into the page, which the browser refuses; those complaints are not the
 * page's. */
export async function expectAccessible(page: Page, complaints: string[], seen = ''): Promise<void> {
  const before = complaints.length;
  let found = await seriousIn(page);
  // Something may have begun to fade in meanwhile.
  if (found.length > 0) found = await seriousIn(page);
  complaints.length = before;
  expect(found, `axe on ${page.url()} ${seen}`).toEqual([]);
}

async function seriousIn(page: Page): Promise<string[]> {
  await page.waitForFunction(isStill);
  // No page of ours holds a foreign frame: the whole examination runs in it, without a second page
  // to sum it up.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    // Styles need not be fetched again: only a rule that is off by itself reads them.
    .options({ resultTypes: ['violations'], preload: false })
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** What fades in is pale on its way; only what has come to rest is looked at. */
function isStill(): boolean {
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
