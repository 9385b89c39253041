import { expect, test } from '../../support/journey.ts';
import { nurse, signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

test.use({ allowed: /ERR_INTERNET_DISCONNECTED/ });

const course = `${origins.player}/player/01JGFJJZ00FMV32W79C26AJJSN/play`;

test('a note survives a reload and a lost connection and links to its time, and homework is submitted', async ({
  page,
  context,
}) => {
  test.setTimeout(150_000);
  // Other journeys use the same account.
  await page.addLocatorHandler(page.getByRole('dialog', { name: '已在别处学习' }), () =>
    page.getByRole('button', { name: '在本页继续学习' }).click(),
  );
  await signIn(page, nurse);
  await page.goto(`${course}?tab=notes`);
  const field = page.getByLabel('记笔记');
  await field.fill('三十度侧卧，两小时一次');
  await page.reload();
  await expect(field).toHaveValue('三十度侧卧，两小时一次');

  await context.setOffline(true);
  await page.getByRole('button', { name: '保存笔记' }).click();
  await expect(page.getByText('网络已断开，内容已保留在本机，恢复后自动保存')).toBeVisible();
  await context.setOffline(false);
  const list = page.getByRole('list', { name: '笔记列表' });
  await expect(list.getByText('三十度侧卧，两小时一次')).toHaveCount(1, { timeout: 30_000 });
  await expect(field).toHaveValue('');

  await expect(page.getByRole('button', { name: /开始播放|继续播放/ })).toBeEnabled();
  await list.getByRole('button', { name: '回到 0:22' }).click();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), {
      timeout: 30_000,
    })
    .toBeGreaterThan(21);

  await page.getByRole('tab', { name: '作业' }).click();
  await expect(page.getByText('请补上复评时间和交班要点后再交。')).toBeVisible();
  // On a phone the picture makes room for the keyboard.
  const initialViewport = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('main')).toHaveCSS('position', 'sticky');
  await page.getByLabel('作业内容').focus();
  await expect(page.getByRole('main')).toHaveCSS('position', 'static');
  await page.setViewportSize(initialViewport);
  await page.getByLabel('作业内容').fill('补充：每四小时复评，交班时说明皮肤情况。');
  await page.reload();
  await expect(page.getByLabel('作业内容')).toHaveValue('补充：每四小时复评，交班时说明皮肤情况。');
  await page.getByRole('button', { name: '提交作业' }).click();
  await expect(page.getByText('已提交，请等待老师批改')).toBeVisible();
});
