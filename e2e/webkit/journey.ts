import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from 'vitest';
import { password } from '../support/people.ts';
import { origins } from '../support/origins.ts';
import { openPage, type Page } from './page.ts';

export { expect } from 'vitest';

const pictures = join(import.meta.dirname, '../../.cache/webkit');

/** Each journey has its own browser and takes a screenshot at its end. */
export const test = base.extend<{ page: Page }>({
  page: async ({ task }, use) => {
    const page = await openPage();
    await use(page);
    mkdirSync(pictures, { recursive: true });
    await page.picture(join(pictures, `${task.name}.png`)).catch(() => undefined);
    await page.close();
  },
});

/** Signs in on the sign-in page of a site and waits for the navigation away from it. */
export async function signIn(page: Page, mobile: string, origin = origins.main): Promise<void> {
  await page.open(`${origin}/login`);
  await page.fill('手机号', mobile);
  await page.fill('密码', password);
  await page.click('button', '登录');
  await page.waitForUrl((address) => address.pathname !== '/login');
}

/** The session data that an origin stores. */
export const tokenOf = (page: Page): Promise<string | null> =>
  page.run(() => localStorage.getItem('user_token'));
