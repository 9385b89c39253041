import { expect, test } from '../support/journey.ts';
import { physician, signIn } from '../support/people.ts';
import { places } from '../support/places.ts';

test('a message read on one domain shows as read on the others within seconds', async ({
  page,
  context,
}) => {
  await signIn(page, physician);
  const elsewhere = await context.newPage();
  await elsewhere.goto(`${places.main}/publicneed`);
  const badge = elsewhere.getByRole('banner').getByRole('link', { name: /消息/ });
  await expect(badge).toHaveText(/消息\s*[1-9]\d*$/);
  await page.goto(`${places.user}/user/notice?tab=unread`);
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await page.getByRole('button', { name: '全部已读' }).click();
  await expect(page.getByText('没有未读消息')).toBeVisible();
  await elsewhere.bringToFront();
  await expect(badge).toHaveText(/消息$/);
});
