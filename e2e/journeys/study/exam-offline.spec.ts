import {
  answerFirst,
  startExam,
  examAddress,
  countStoredAnswers,
  answerCardNumber,
  secondsLeft,
} from '../../support/exam.ts';
import { expect, test } from '../../support/journey.ts';
import { nurse, senior, signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

test.use({ allowed: /ERR_INTERNET_DISCONNECTED/ });

/** Learners who may start an examination; a retry needs another one, since an attempt stays
 * started. */
const examinees = [
  { who: senior, course: 'infectious-law' },
  { who: nurse, course: 'trauma' },
] as const;

test('no answer is lost when the network fails, recovers, or fails while the page is closed', async ({
  page,
  context,
}, { retry }) => {
  test.setTimeout(120_000);
  const { who: mobile, course } = examinees[retry === 0 ? 0 : 1];
  await signIn(page, mobile);
  await page.goto(examAddress(origins.player, 'main', course));
  await startExam(page);
  await answerFirst(page, 1);
  await expect(page.getByText(/^已保存/)).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText(/网络已断开，可以继续作答/)).toBeVisible();
  const secondsBefore = await secondsLeft(page);
  for (let no = 2; no <= 4; no += 1) {
    await page.getByRole('button', { name: '下一题' }).click();
    await answerFirst(page, no);
  }
  await expect(page.getByText('离线，答案暂存本机')).toBeVisible();
  await expect
    .poll(() => secondsLeft(page), { message: 'the clock goes on' })
    .toBeLessThan(secondsBefore - 2);

  await context.setOffline(false);
  await expect(page.getByText(/^已保存/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/网络已断开，可以继续作答/)).toBeHidden();
  const opened: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/exam/attempt')) opened.push(sent.url());
  });
  await page.reload();
  for (const no of [1, 2, 3, 4])
    await expect(answerCardNumber(page, no)).toHaveAccessibleName(`第${no}题，已答`);
  // The call that was made ahead of the scripts is the only one that takes the seat.
  expect(opened).toHaveLength(1);

  await context.setOffline(true);
  await answerFirst(page, 5);
  await expect(page.getByText('离线，答案暂存本机')).toBeVisible();
  await expect.poll(() => countStoredAnswers(page)).toBe(1);
  const address = page.url();
  await page.close({ runBeforeUnload: false });
  await context.setOffline(false);
  const reopened = await context.newPage();
  await reopened.goto(address);
  await expect(answerCardNumber(reopened, 5)).toHaveAccessibleName('第5题，已答');
  await expect(reopened.getByText(/^已保存/)).toBeVisible();
});
