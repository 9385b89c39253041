import { expect, test } from '../support/journey.ts';
import { physician, signIn } from '../support/people.ts';
import { origins } from '../support/origins.ts';

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
