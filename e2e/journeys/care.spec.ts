import { expect, test } from '../support/journey.ts';
import { nurse, signIn } from '../support/people.ts';
import { places } from '../support/places.ts';

test('larger type and targets are chosen once and kept over all domains', async ({ page }) => {
  await signIn(page, nurse);
  const size = () => page.getByRole('button', { name: '陈晓禾' }).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  const usual = await size();
  await page.getByRole('button', { name: '关怀模式' }).first().click();
  await expect.poll(size).toBeGreaterThan(usual);
  const larger = await size();
  await page.goto(`${places.user}/user/learn`);
  await expect.poll(size).toBe(larger);
  await page.goto(`${places.main}/publicneed`);
  await expect.poll(size).toBe(larger);
  await page.getByRole('button', { name: '关怀模式' }).first().click();
  await expect.poll(size).toBe(usual);
});
