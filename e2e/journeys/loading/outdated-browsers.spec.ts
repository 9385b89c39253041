import { expect, expectAccessible, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';

/** What the browsers just below the oldest supported ones lack. */
const lacks = [
  { browser: 'Chrome 107', name: 'dvh' },
  { browser: 'Firefox 109', name: 'container-type' },
  { browser: 'Safari 16.3', name: '(?<=' },
];

/** Makes a browser lack a CSS feature or a part of regular expressions. */
function remove(name: string): void {
  const supports = CSS.supports.bind(CSS);
  CSS.supports = (...words: string[]) =>
    words.some((word) => word.includes(name)) ? false : supports(...(words as [string]));
  const Original = RegExp;
  const Limited = function RegExp(pattern: string, flags?: string) {
    if (String(pattern).includes(name)) throw new SyntaxError('Invalid regular expression');
    return new Original(pattern, flags);
  };
  Limited.prototype = Original.prototype;
  globalThis.RegExp = Limited as unknown as RegExpConstructor;
}

for (const { browser, name } of lacks)
  test(`a browser like ${browser} is told to update, and can still read a public page`, async ({
    page,
    complaints,
  }) => {
    await page.addInitScript(remove, name);
    await page.goto(`${origins.main}/publicneed`);
    const notice = page.getByRole('alert').filter({ hasText: '浏览器版本过低' });
    await expect(notice).toBeVisible();
    await expect(notice).toContainText('Windows 7 可使用 Chrome 109 或 Firefox 115');
    await expect(notice).toContainText('微信');
    await expect(page.getByRole('heading', { level: 1, name: '公需科目' })).toBeVisible();
    await page.getByRole('link', { name: '首页' }).first().click();
    await expect(page).toHaveURL(`${origins.main}/`);
    await expect(notice).toBeVisible();
    await expect(page.locator('html[data-started]')).not.toBeAttached();
    await expectAccessible(page, complaints);
  });

test('a page without rendered text consists of the notice', async ({ page }) => {
  await page.addInitScript(remove, 'dvh');
  await page.goto(`${origins.hospital}/login`);
  await expect(page.getByRole('alert')).toContainText('浏览器版本过低');
  await expect(page.getByRole('alert')).toContainText('请更新浏览器后打开本页');
});
