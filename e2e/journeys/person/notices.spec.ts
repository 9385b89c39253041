import { expect, test } from '../../support/journey.ts';
import { nurse, physician, signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

test('a message read on one domain shows as read on the others within seconds', async ({
  page,
  context,
}) => {
  await signIn(page, physician);
  const otherTab = await context.newPage();
  await otherTab.goto(`${origins.main}/publicneed`);
  const badge = otherTab.getByRole('banner').getByRole('link', { name: /消息/ });
  await expect(badge).toHaveText(/消息\s*[1-9]\d*$/);
  await page.goto(`${origins.user}/user/notice?tab=unread`);
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await page.getByRole('button', { name: '全部已读' }).click();
  await expect(page.getByText('没有未读消息')).toBeVisible();
  await otherTab.bringToFront();
  await expect(badge).toHaveText(/消息$/);
});

test('a double click on a message deletes that message alone, and what is below keeps its place', async ({
  page,
}) => {
  await signIn(page, nurse);
  await page.goto(`${origins.user}/user/notice`);
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await expect(rows.nth(1)).toBeVisible();
  const place = await rows.nth(1).boundingBox();
  await rows.first().getByRole('button', { name: '删除' }).dblclick();
  await expect(page.getByRole('button', { name: '撤销' })).toHaveCount(1);
  expect(await rows.nth(1).boundingBox()).toEqual(place);
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByRole('button', { name: '撤销' })).toHaveCount(0);
});
