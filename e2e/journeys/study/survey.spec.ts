import { examAddress } from '../../support/exam.ts';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { senior, signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

test('a survey survives a reload, is submitted once, and leads to the next step', async ({
  page,
  complaints,
}) => {
  await signIn(page, senior);
  await page.goto(examAddress(origins.player, 'main', 'stroke'));
  await page.getByRole('link', { name: '填写问卷' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '问卷调查' })).toBeVisible();
  await expect(page).toHaveTitle(/^问卷调查-/);
  const submit = page.getByRole('button', { name: '提交问卷' });
  await submit.click();
  await expect(page.getByRole('alert')).toContainText('还有4道必答题未完成');
  await expectAccessible(page, complaints);

  for (const choices of await page.getByRole('radiogroup').all())
    await choices.getByRole('radio').last().check({ force: true });
  await page.reload();
  await expect(page.getByRole('radiogroup').first().getByRole('radio').last()).toBeChecked();
  await page.getByRole('checkbox').first().check();
  await page.getByRole('textbox').fill('案例贴近工作，讲得清楚。');
  await submit.click();
  await expect(page.getByRole('heading', { level: 1, name: '感谢您的反馈' })).toBeVisible();
  await expectAccessible(page, complaints);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: '感谢您的反馈' })).toBeVisible();
  await page.getByRole('link', { name: '查看证书' }).click();
  await page.waitForURL(
    (address) => address.origin === origins.user && address.pathname === '/user/mycertificate',
  );
});
