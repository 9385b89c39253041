import { answerCurrent } from '../../support/answers.ts';
import { answerCardNumber, examAddress, startExam, submitExam } from '../../support/exam.ts';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { signIn, villager } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

test('an examination with blanks survives a reload, is graded at once, and explains each blank', async ({
  page,
  complaints,
}) => {
  test.setTimeout(150_000);
  await signIn(page, villager);
  await page.goto(examAddress(origins.player, 'main', 'copd'));
  await expect(page.getByRole('row', { name: '填空题 5 题 50 分' })).toBeVisible();
  await startExam(page);
  const oxygen = page.getByRole('group', { name: /目标 SpO₂ 为（第1空）%至（第2空）%。$/ });
  const next = page.getByRole('button', { name: '下一题' });
  while (!(await oxygen.isVisible())) {
    await answerCurrent(page);
    await next.click();
  }
  const no = Number(
    (await page.getByRole('region', { name: /^第 \d+ 题/ }).getAttribute('aria-label'))?.match(
      /\d+/,
    )?.[0],
  );
  await oxygen.getByLabel('第1空').pressSequentially('８８');
  await expect(page.getByText(/^已保存 \d\d:\d\d:\d\d$/)).toBeVisible();
  await expectAccessible(page, complaints);
  await page.reload();
  await expect(answerCardNumber(page, no)).toHaveAccessibleName(`第${no}题，未答`);
  await answerCardNumber(page, no).click();
  await expect(oxygen.getByLabel('第1空')).toHaveValue('８８');
  await oxygen.getByLabel('第1空').press('Enter');
  await expect(oxygen.getByLabel('第2空')).toBeFocused();
  await page.keyboard.type('100');
  await expect(answerCardNumber(page, no)).toHaveAccessibleName(`第${no}题，已答`);
  while (await next.isEnabled()) {
    await next.click();
    await answerCurrent(page);
  }
  await submitExam(page);
  await expect(page.getByText('合格', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: '查看解析' }).click();
  const question = page.getByRole('listitem').filter({ hasText: '目标 SpO₂ 为（第1空）%' });
  await expect(question.getByText('部分得分')).toBeVisible();
  await expect(question.getByText('得 5 / 10 分')).toBeVisible();
  await expect(question.getByRole('row', { name: '第1空 ８８ 正确 88' })).toBeVisible();
  await expect(question.getByRole('row', { name: '第2空 100 错误 92' })).toBeVisible();
  await expectAccessible(page, complaints);
  await page.getByRole('switch', { name: '只看错题' }).click();
  await expect(page.getByRole('region', { name: '答案解析' }).locator('ol > li')).toHaveCount(1);
});
