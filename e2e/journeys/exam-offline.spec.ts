import { begin, chooseFirst, examAddress, numberOnCard, secondsLeft } from '../support/exam.ts';
import { expect, test } from '../support/journey.ts';
import { senior, signIn } from '../support/people.ts';
import { places } from '../support/places.ts';

test.use({ allowed: /ERR_INTERNET_DISCONNECTED/ });

test('no answer is lost when the network goes, comes back, or goes together with the page', async ({ page, context }) => {
  test.setTimeout(120_000);
  await signIn(page, senior);
  await page.goto(examAddress(places.player, 'main', 'infectious-law'));
  await begin(page);
  await chooseFirst(page);
  await expect(page.getByText(/^已保存/)).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText(/网络已断开，可以继续作答/)).toBeVisible({ timeout: 3000 });
  const before = await secondsLeft(page);
  for (let no = 2; no <= 4; no += 1) {
    await page.getByRole('button', { name: '下一题' }).click();
    await chooseFirst(page);
  }
  await expect(page.getByText('离线，答案暂存本机')).toBeVisible();
  await expect.poll(() => secondsLeft(page), { message: 'the clock goes on' }).toBeLessThan(before - 2);

  await context.setOffline(false);
  await expect(page.getByText(/^已保存/)).toBeVisible({ timeout: 10_000 });
  await expect(page.getByText(/网络已断开，可以继续作答/)).toBeHidden();
  await page.reload();
  for (const no of [1, 2, 3, 4]) await expect(numberOnCard(page, no)).toHaveAccessibleName(`第${no}题，已答`);

  await context.setOffline(true);
  await expect(page.getByRole('region', { name: /^第 5 题/ })).toBeVisible();
  await chooseFirst(page);
  await expect(page.getByText('离线，答案暂存本机')).toBeVisible();
  const address = page.url();
  await page.close({ runBeforeUnload: false });
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(address);
  await expect(numberOnCard(again, 5)).toHaveAccessibleName('第5题，已答');
  await expect(again.getByText(/^已保存/)).toBeVisible();
});
