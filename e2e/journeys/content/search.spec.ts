import { expect, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';

test('suggestions appear while typing and work with the keyboard alone', async ({ page }) => {
  await page.goto(`${origins.main}/`);
  const field = page.getByRole('combobox', { name: '搜索课程' });
  await field.fill('高血压');
  await expect(page.getByRole('option').first()).toBeVisible();
  await field.press('ArrowDown');
  const selectedOption = page.getByRole('option', { selected: true });
  await expect(selectedOption).toHaveCount(1);
  const title = (await selectedOption.textContent()) ?? '';
  await field.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/search\?keyword=/);
  await expect(page.getByRole('link', { name: title }).first()).toBeVisible();
});

test('results are grouped in tabs with counts; tab and filters survive a reload', async ({
  page,
}) => {
  await page.goto(`${origins.main}/search?keyword=${encodeURIComponent('护理')}`);
  await expect(page.locator('mark').first()).toHaveText('护理');
  await page.getByRole('tab', { name: '套餐' }).click();
  await expect(page).toHaveURL(/type=package/);
  const resultText = await page.getByRole('status').textContent();
  await page.reload();
  await expect(page.getByRole('tab', { name: '套餐' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('status')).toHaveText(resultText ?? '');
  await page.goBack();
  await expect(page.getByRole('tab', { name: '全部' })).toHaveAttribute('aria-selected', 'true');
});

test('a guest sees and clears the search history of this device', async ({ page }) => {
  await page.goto(`${origins.main}/`);
  const field = page.getByRole('combobox', { name: '搜索课程' });
  await field.fill('手卫生');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/search\?keyword=/);
  await page.goto(`${origins.main}/`);
  await field.focus();
  const searchHistory = page.getByRole('group', { name: '搜索历史' });
  await expect(searchHistory.getByRole('option', { name: '手卫生' })).toBeVisible();
  await page.getByRole('button', { name: '清除搜索历史' }).click();
  await expect(searchHistory).toHaveCount(0);
});
