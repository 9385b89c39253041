import { otherItems, tabItems } from '@cme/contract/site/browser-storage';
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../../support/journey.ts';
import { nurse, physician, signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

// The player's origin still has the token of the session that was ended on another one.
test.use({ allowed: /status of 401/ });

interface Stored {
  local: string[];
  tab: string[];
  database: string[];
}

/** Runs in the page. */
const readStored = async (): Promise<Stored> => ({
  local: Object.keys(localStorage),
  tab: Object.keys(sessionStorage),
  database: (await indexedDB.databases?.())?.map(({ name }) => name ?? '') ?? [],
});

const itemOf = (key: string) => key.split('/')[0] ?? '';

/** What this browser stores for this page that the list does not name. */
async function findUnlisted(page: Page, context: BrowserContext): Promise<string[]> {
  const { local, tab, database } = await page.evaluate(readStored);
  const cookies = (await context.cookies()).map(({ name }) => name);
  return [
    ...local.filter((key) => !(key in otherItems.local)),
    ...tab.filter((key) => !(itemOf(key) in tabItems) && !(key in otherItems.tab)),
    ...database.filter((name) => !(name in otherItems.database)),
    ...cookies.filter((name) => !(name in otherItems.cookie)),
  ];
}

const addresses = [
  `${origins.main}/`,
  `${origins.main}/profession`,
  `${origins.main}/search?keyword=护理`,
  `${origins.main}/cart`,
  `${origins.user}/user`,
  `${origins.user}/user/learn`,
  `${origins.user}/user/setting`,
  `${origins.user}/user/myfile`,
];

test('everything that a browser stores is listed, and nothing of a person stays after signing out', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  const question = page.getByRole('dialog', { name: '完善个人资料' });
  await page.addLocatorHandler(question, () =>
    question.getByRole('button', { name: '关闭' }).click(),
  );
  await page.goto(`${origins.main}/search`);
  await signIn(page, nurse);
  const unlisted = new Set<string>();
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.locator('#main')).toBeVisible();
    for (const key of await findUnlisted(page, context)) unlisted.add(key);
  }
  await page.goto(`${origins.user}/user/learn`);
  await page.getByRole('link', { name: '继续学习' }).first().click();
  await page.getByRole('tab', { name: '笔记' }).click();
  await page.getByLabel('记笔记').fill('只属于我的笔记');
  const written = await page.evaluate(readStored);
  expect(written.tab.map(itemOf)).toContain('note');
  for (const key of await findUnlisted(page, context)) unlisted.add(key);
  expect([...unlisted]).toEqual([]);

  await page.goto(`${origins.user}/user/learn`);
  await page.getByRole('button', { name: '陈晓禾' }).click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await page.waitForURL(/\/login/);
  await signIn(page, physician);
  await page.goto(`${origins.user}/user/learn?tab=all`);
  await page.locator(`a[href^="${origins.player}/player/"]`).first().click();
  await page.waitForURL(`${origins.player}/player/**`);
  const readTab = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await expect.poll(readTab).not.toContain('只属于我的笔记');
  for (const origin of [origins.player, origins.main, origins.user]) {
    await page.goto(`${origin}/robots.txt`);
    const text = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    );
    expect(text, origin).not.toContain('只属于我的笔记');
  }
});
