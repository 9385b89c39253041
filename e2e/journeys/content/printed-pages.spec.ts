import { expect, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import { physician, signIn } from '../../support/people.ts';

/** Runs in the page: what the style adds before an element. */
const textBefore = (element: Element) => getComputedStyle(element, '::before').content;

test('lists of the personal centre and a certificate are printed without controls', async ({
  page,
}) => {
  await signIn(page, physician);
  const controls = page.locator('button, select, [role="tab"], summary, .pager a');
  for (const path of ['mycertificate?tab=credits', 'order', 'myexam', 'learn', 'notice']) {
    await page.goto(`${origins.user}/user/${path}`);
    await expect(page.getByRole('tabpanel').locator('li, tr').first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(controls.filter({ visible: true }), path).toHaveCount(0);
    await expect
      .poll(() => page.locator('[data-owner]').evaluate(textBefore))
      .toMatch(/^"学员：李承泽/);
    await page.emulateMedia({ media: 'screen' });
    expect(await page.locator('[data-owner]').evaluate(textBefore)).toBe('none');
  }

  // The width of A4 between its margins.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.goto(`${origins.user}/user/mycertificate?tab=credits`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('columnheader', { name: '学分' })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });

  await page.goto(`${origins.user}/user/mycertificate`);
  await page.getByRole('link', { name: '查看证书' }).first().click();
  const dialog = page.getByRole('dialog', { name: '查看证书' });
  await expect(dialog.getByRole('article')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(dialog.getByRole('article')).toBeVisible();
  await expect(controls.filter({ visible: true })).toHaveCount(0);
  await expect(dialog.getByRole('heading', { name: '查看证书' })).toBeHidden();
});
