import { answerAll, answerCurrent } from '../../support/answers.ts';
import {
  startExam,
  chooseFirst,
  examAddress,
  submitExam,
  answerCardNumber,
  recordResponses,
  secondsLeft,
} from '../../support/exam.ts';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { hospitalLearner, signIn, villager } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

test('an examination survives a reload and a second browser, and its answers are explained after a pass', async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(150_000);
  const address = examAddress(origins.player, 'main', 'medical-ethics');
  await signIn(page, villager);
  await page.goto(address);
  await expect(page).toHaveTitle(/^在线考试-/);
  await expectAccessible(page, complaints);
  await startExam(page);
  await answerCurrent(page);
  await page.getByRole('button', { name: '标记' }).click();
  await page.getByRole('button', { name: '下一题' }).click();
  await answerCurrent(page);
  await expect(page.getByText(/^已保存 \d\d:\d\d:\d\d$/)).toBeVisible();
  await expectAccessible(page, complaints);

  const secondsBefore = await secondsLeft(page);
  await page.reload();
  await expect(answerCardNumber(page, 1)).toHaveAccessibleName('第1题，已答，标记');
  await expect(answerCardNumber(page, 2)).toHaveAccessibleName('第2题，已答');
  expect(secondsBefore - (await secondsLeft(page))).toBeLessThan(30);
  expect(await secondsLeft(page)).toBeLessThanOrEqual(secondsBefore);

  const otherPage = await browser.newPage();
  await signIn(otherPage, villager);
  await otherPage.goto(address);
  await otherPage.getByRole('button', { name: '继续考试' }).click();
  await expect(otherPage.getByRole('region', { name: /^第 3 题/ })).toBeVisible();
  expect(Math.abs((await secondsLeft(otherPage)) - (await secondsLeft(page)))).toBeLessThanOrEqual(
    2,
  );
  await answerCurrent(otherPage);
  await expect(otherPage.getByText(/^已保存/)).toBeVisible();

  await answerCardNumber(page, 4).click();
  await chooseFirst(page);
  await page
    .getByRole('dialog', { name: '考试已在别处继续' })
    .getByRole('button', { name: '在此继续' })
    .click();
  await expect(answerCardNumber(page, 3)).toHaveAccessibleName('第3题，已答');
  await otherPage.close();

  await answerCardNumber(page, 4).click();
  await answerAll(page);
  await answerCardNumber(page, 4).click();
  await page.getByRole('button', { name: '交卷', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '确认交卷' });
  await expect(dialog).toContainText('标记 1 题');
  await expectAccessible(page, complaints);
  await dialog.getByRole('button', { name: '继续答题' }).click();
  await submitExam(page);
  await expect(page.getByText('合格', { exact: true })).toBeVisible();
  // The result card loads later and moves the content below it.
  await expect(page.getByRole('region', { name: '本次获得' })).toBeVisible();
  await expectAccessible(page, complaints);

  await page.getByRole('link', { name: '查看解析' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '成绩分析' })).toBeVisible();
  await expect(page.getByRole('img', { name: /^得分 .*，合格$/ })).toBeVisible();
  await expect(page.getByText('正确答案').first()).toBeVisible();
  await expectAccessible(page, complaints);
});

test('a failed attempt reveals no right answer, neither on the page nor in any response', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, hospitalLearner, origins.hospital);
  const bodies = recordResponses(page);
  await page.goto(examAddress(origins.hospital, 'hospital', 'infection-control'));
  await startExam(page);
  await answerAll(page, false);
  await submitExam(page);
  await expect(page.getByText('不合格', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: '重新考试' })).toBeVisible();
  await page.getByRole('link', { name: '查看解析' }).click();
  await expect(page.getByText(/查看答案解析/)).toBeVisible();
  await expect(page.getByText('正确答案')).toBeHidden();
  await expect.poll(() => bodies.length).toBeGreaterThan(4);
  expect(bodies.filter((body) => /"(right|explain|is_right|got|answer_key)"/.test(body))).toEqual(
    [],
  );
});
