import type { Page } from '@playwright/test';
import { courseId } from '@cme/sample/ids';
import { expect, test } from '../../support/journey.ts';
import { nurse, signIn } from '../../support/people.ts';
import { fetchRouted, origins } from '../../support/origins.ts';

/** What the server has rendered of a public page and of a learner's. */
const pages = [
  {
    name: 'a public page',
    address: `${origins.main}/item/course/${courseId('main', 'hand-hygiene')}/detail`,
    text: '手卫生：五个时刻与七步洗手',
    chunk: /\/static\/portal\/.*\/course\.\w+\.js$/,
  },
  {
    name: "a learner's page",
    address: `${origins.user}/user/learn`,
    text: '我的课程',
    chunk: /\/static\/user-centre\/.*\/learn\.\w+\.js$/,
  },
] as const;

/** Faults by the stage at which they meet the start of a page. */
const faults: Record<string, (page: Page, chunk: RegExp) => Promise<unknown>> = {
  'its entry throws while it is evaluated': (page) =>
    breakScript(page, /\/static\/[\w-]+\/.*\/index\.\w+\.js$/),
  'a chunk throws': breakScript,
  'a chunk cannot be loaded': (page, chunk) =>
    page.route(chunk, (route) => route.fulfill({ status: 404 })),
  'the router throws': (page) =>
    page.addInitScript(() => {
      history.replaceState = () => {
        throw new Error('planted');
      };
    }),
  'it throws while it hydrates': (page) =>
    page.addInitScript(() => {
      const value = () => {
        throw new Error('planted');
      };
      Object.defineProperty(URL, 'parse', { value });
    }),
  'its first effect throws': (page) =>
    page.addInitScript(() => {
      const set = () => {
        throw new Error('planted');
      };
      Object.defineProperty(document, 'title', { get: () => '', set });
    }),
  'the effect that ends the start throws': (page) =>
    page.addInitScript(() => {
      const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'dataset') ?? {};
      const set = (data: DOMStringMap, name: string, value: string) => {
        if (name === 'started') throw new Error('planted');
        data[name] = value;
        return true;
      };
      Object.defineProperty(HTMLElement.prototype, 'dataset', {
        get(this: HTMLElement) {
          const data: DOMStringMap = get?.call(this);
          return this === document.documentElement ? new Proxy(data, { set }) : data;
        },
      });
    }),
};

/** Replaces a script, which the page then loads without its hash. */
async function breakScript(page: Page, script: RegExp): Promise<void> {
  await page.route(
    (url) => /^\/(item|user)\//.test(url.pathname),
    async (route) => {
      const response = await fetchRouted(route);
      const body = (await response.text()).replaceAll(/ integrity="[^"]*"/g, '');
      await route.fulfill({ response, body });
    },
  );
  await page.route(script, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: "throw new Error('planted')" }),
  );
}

test.use({ allowed: /./ });

for (const { name, address, text, chunk } of pages)
  for (const [fault, plant] of Object.entries(faults))
    test(`${name} keeps its text, and says what to do, when ${fault}`, async ({ page }) => {
      if (address.startsWith(origins.user)) await signIn(page, nurse, origins.main);
      await plant(page, chunk);
      await page.goto(address, { waitUntil: 'commit' });
      const heading = page.locator('#root').getByText(text).first();
      await expect(heading).toBeVisible();
      await expect(page.getByRole('alert').filter({ hasText: '页面未能完全加载' })).toBeVisible();
      await expect(heading).toBeVisible();
      await expect(page.getByRole('button', { name: '重试' })).toBeVisible();
    });

test('a page starts although its inline scripts throw', async ({ page }) => {
  await page.addInitScript(() => {
    document.getElementById = (id) => {
      if (!document.body) throw new Error('planted');
      return Document.prototype.getElementById.call(document, id);
    };
  });
  await page.goto(pages[0].address);
  await expect(page.locator('html[data-started]')).toBeAttached();
});
