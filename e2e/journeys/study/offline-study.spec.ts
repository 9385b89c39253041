import { expect, test } from '../../support/journey.ts';
import { describePerson, newPerson, pressRegister, proveMobile } from '../../support/register.ts';
import { origins } from '../../support/origins.ts';
import { startVideo, readVideoSecond } from '../../support/video.ts';

test.use({ allowed: /ERR_INTERNET_DISCONNECTED/ });

test('time watched offline is credited when the network returns', async ({ page, context }) => {
  test.setTimeout(150_000);
  const person = newPerson();
  await page.goto(`${origins.main}/regist/person`);
  await proveMobile(page, person.mobile);
  await describePerson(page, person);
  await pressRegister(page);
  await page.waitForURL((address) => address.pathname !== '/regist/person');
  await page.goto(`${origins.main}/search?keyword=手卫生`);
  await page
    .getByRole('link', { name: /手卫生：五个时刻与七步洗手/ })
    .first()
    .click();
  await page.getByRole('button', { name: '立即学习' }).click();
  await page.waitForURL((address) => address.origin === origins.player);
  await startVideo(page);
  // The whole section is buffered before the network fails.
  await expect
    .poll(
      () =>
        page
          .locator('video')
          .evaluate((video: HTMLVideoElement) => video.buffered.end(video.buffered.length - 1)),
      { timeout: 20_000 },
    )
    .toBeGreaterThan(50);

  await context.setOffline(true);
  await expect(page.getByText('网络已断开，恢复后会自动补记学习进度')).toBeVisible({
    timeout: 25_000,
  });
  const secondBefore = await readVideoSecond(page);
  await expect
    .poll(() => readVideoSecond(page), { message: 'the picture goes on', timeout: 30_000 })
    .toBeGreaterThan(secondBefore + 6);

  await context.setOffline(false);
  await expect(page.getByText('网络已断开，恢复后会自动补记学习进度')).toBeHidden({
    timeout: 20_000,
  });
  const secondShown = await readVideoSecond(page);
  await page.reload();
  await expect(page.getByText(/上次学到/)).toBeVisible();
  const [, minutes, seconds] =
    /(\d+):(\d+)/.exec((await page.getByText(/上次学到/).textContent()) ?? '') ?? [];
  expect(Number(minutes) * 60 + Number(seconds)).toBeGreaterThan(secondShown - 4);
});
