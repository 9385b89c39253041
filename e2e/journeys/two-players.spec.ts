import { expect, test } from '../support/journey.ts';
import { places } from '../support/places.ts';
import { register } from '../support/register.ts';
import { isPlaying, play } from '../support/watch.ts';

test('a second player takes over, and the first one stops and says so', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await register(page, places.main);
  await page.goto(`${places.main}/search?keyword=手卫生`);
  await page
    .getByRole('link', { name: /手卫生：五个时刻与七步洗手/ })
    .first()
    .click();
  await page.getByRole('button', { name: '立即学习' }).click();
  await page.waitForURL((address) => address.origin === places.player);
  await play(page);

  const second = await context.newPage();
  await second.goto(page.url());
  await play(second, '开始播放');
  await expect(page.getByText('您已在其他设备或页面学习，本页面已暂停。')).toBeVisible({
    timeout: 30_000,
  });
  expect(await isPlaying(page)).toBe(false);
  expect(await isPlaying(second)).toBe(true);
});
