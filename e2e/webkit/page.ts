import { writeFileSync } from 'node:fs';
import type { WebDriver, WebElement } from 'selenium-webdriver';
import { until } from '../support/until.ts';
import { startDriver } from './driver.ts';
import { findInPage, type Name, type Role } from './find.ts';

export type Page = Awaited<ReturnType<typeof openPage>>;

/** Runs a function inside the page with these arguments; a `WebElement` is an element there. */
const createRunner =
  (browser: WebDriver) =>
  <T, Args extends unknown[]>(task: (...args: Args) => T, ...args: Args): Promise<T> =>
    browser.executeScript<T>(`return (${task.toString()})(...arguments)`, ...args);
type Run = ReturnType<typeof createRunner>;

/** Elements by role and name, with waiting for their presence or absence. */
function createFinder(run: Run) {
  async function findShown(role: Role, name: Name): Promise<WebElement[]> {
    const [text, isPattern] = typeof name === 'string' ? [name, false] : [name.source, true];
    return (await run(findInPage, role, text, isPattern)) as unknown as WebElement[];
  }
  const count = async (role: Role, name: Name) => (await findShown(role, name)).length;
  return {
    countOf: count,
    isShown: async (role: Role, name: Name) => (await count(role, name)) > 0,
    find: (role: Role, name: Name, timeoutMs?: number): Promise<WebElement> =>
      until(`${role} ${name}`, async () => (await findShown(role, name))[0], timeoutMs),
    gone: (role: Role, name: Name, longest?: number) =>
      until(
        `no ${role} ${name}`,
        async () => ((await count(role, name)) === 0 ? true : undefined),
        longest,
      ),
  };
}

/** User actions on elements. */
function createActions(run: Run, { find }: ReturnType<typeof createFinder>) {
  /** Scrolls an element into view and acts on it; retries when the page has replaced it. */
  function actOn(role: Role, name: Name, act: (element: WebElement) => Promise<void>) {
    return until(`${role} ${name} to act on`, async () => {
      const element = await find(role, name);
      await run(
        (shown) => (shown as unknown as Element).scrollIntoView({ block: 'center' }),
        element,
      );
      await act(element);
      return true;
    });
  }

  return {
    click: (role: Role, name: Name) => actOn(role, name, (element) => element.click()),
    async fill(label: Name, text: string, role: Role = 'field'): Promise<void> {
      await actOn(role, label, (element) => element.clear());
      await actOn(role, label, (element) => element.sendKeys(text));
    },
    /** Selects an option by its text, or the first one with a value. */
    async choose(label: Name, option?: string): Promise<void> {
      const field = await find('field', label);
      await until(
        `choice ${option ?? ''} of ${label}`,
        async () => (await run(chooseOption, field, option ?? null)) ?? undefined,
      );
    },
  };
}

/** Runs inside the page. True when the list has the option. */
function chooseOption(element: unknown, optionText: string | null): true | undefined {
  const select = element as HTMLSelectElement;
  const option = [...select.options].find(({ text, value }) =>
    optionText ? text === optionText : value,
  );
  if (!option) return undefined;
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(
    select,
    option.value,
  );
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** URLs and windows. */
function createNavigation(browser: WebDriver) {
  const url = async () => new URL(await browser.getCurrentUrl());
  return {
    url,
    open: (address: string) => browser.get(address),
    reload: () => browser.navigate().refresh(),
    waitForUrl: (isExpected: (address: URL) => boolean, timeoutMs?: number) =>
      until(
        'another address',
        async () => {
          const address = await url();
          return isExpected(address) ? address : undefined;
        },
        timeoutMs,
      ),
    resize: (width: number, height: number) =>
      browser.manage().window().setRect({ width, height, x: 0, y: 0 }),
    windows: () => browser.getAllWindowHandles(),
    async openWindow() {
      await browser.switchTo().newWindow('window');
      return browser.getWindowHandle();
    },
    switchWindow: (handle: string) => browser.switchTo().window(handle),
    window: () => browser.getWindowHandle(),
    picture: async (file: string) =>
      writeFileSync(file, Buffer.from(await browser.takeScreenshot(), 'base64')),
  };
}

/** A browser with one page; every action waits for its element. */
export async function openPage() {
  const { browser, close } = await startDriver();
  const run = createRunner(browser);
  const finder = createFinder(run);
  return {
    run,
    close,
    ...finder,
    ...createActions(run, finder),
    ...createNavigation(browser),
  };
}
