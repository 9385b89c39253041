import { expect, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import { register } from '../../support/register.ts';
import { isPlaying, startVideo } from '../../support/video.ts';

test('a second player takes over, and the first one stops and says so', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await register(page, origins.main);
  await page.goto(`${origins.main}/search?keyword=手卫生`);
  await page
    .getByRole('link', { name: /手卫生：五个时刻与七步洗手/ })
    .first()
    .click();
  await page.getByRole('button', { name: '立即学习' }).click();
  await page.waitForURL((address) => address.origin === origins.player);
  await startVideo(page);

  const secondPage = await context.newPage();
  await secondPage.goto(page.url());
  await startVideo(secondPage, '开始播放');
  await expect(page.getByText('您已在其他设备或页面学习，本页面已暂停。')).toBeVisible({
    timeout: 30_000,
  });
  expect(await isPlaying(page)).toBe(false);
  expect(await isPlaying(secondPage)).toBe(true);
});
