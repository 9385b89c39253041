import type { Browser, BrowserContext, Page } from '@playwright/test';
import { answerCurrent } from '../../support/answers.ts';
import { startExam, examAddress, answerCardNumber, secondsLeft } from '../../support/exam.ts';
import { expect, recordComplaints, test } from '../../support/journey.ts';
import { signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

/** Papers of the test site with a duration of one minute. */
const courses = { staying: 'ai-health', offline: 'stroke', leaving: 'mental-wellbeing' };
/** Time until the server has submitted: the duration, the grace period and the sweep interval. */
const timeoutMs = 85_000;
const learner = '13800000021';

test('at the deadline the page submits automatically, reports a failure, and the server submits if nobody returns', async ({
  browser,
  complaints,
}) => {
  test.setTimeout(180_000);
  const leavingSession = await openSession(browser, complaints);
  await Promise.all([
    submitAtDeadline(await openSession(browser, complaints)),
    submitOffline(await openSession(browser, complaints)),
    leaveAttempt(leavingSession),
  ]);
});

interface ExamSession {
  context: BrowserContext;
  page: Page;
}

/** Separate browser contexts, so that only one of them goes offline. */
async function openSession(browser: Browser, complaints: string[]): Promise<ExamSession> {
  const context = await browser.newContext();
  const ownComplaints: string[] = [];
  recordComplaints(context, ownComplaints);
  context.on('close', () =>
    complaints.push(...ownComplaints.filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text))),
  );
  const page = await context.newPage();
  await signIn(page, learner, origins.test);
  return { context, page };
}

/** Starts the attempt and saves a right answer to the first question. */
async function answerOne(page: Page, course: string): Promise<void> {
  await page.goto(examAddress(origins.test, 'test', course));
  await startExam(page);
  expect(await secondsLeft(page)).toBeLessThanOrEqual(60);
  await answerCurrent(page);
  await expect(page.getByText(/^已保存/)).toBeVisible();
}

/** The saved answers are graded, and the page agrees with the server after a reload. */
async function expectScore(page: Page): Promise<void> {
  for (const openResult of [() => Promise.resolve(), () => page.reload()]) {
    await openResult();
    await expect(page.getByRole('heading', { level: 1, name: '考试成绩' })).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.getByRole('status').filter({ hasText: '不合格' })).toContainText(
      /^[1-9]\d*(\.\d+)?\s*分/,
    );
    await expect(page.getByText('考试时间到，已自动交卷。')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: /^1分钟?$/ })).toBeVisible();
  }
}

async function submitAtDeadline({ context, page }: ExamSession): Promise<void> {
  await answerOne(page, courses.staying);
  await expect(page.getByRole('heading', { level: 1, name: '考试成绩' })).toBeVisible({
    timeout: timeoutMs,
  });
  await expectScore(page);
  await context.close();
}

async function submitOffline({ context, page }: ExamSession): Promise<void> {
  await answerOne(page, courses.offline);
  await context.setOffline(true);
  await page.getByRole('button', { name: '下一题' }).click();
  await answerCurrent(page);
  const dialog = page.getByRole('dialog', { name: '考试时间已到' });
  await expect(dialog).toContainText('服务器会按已收到的答案自动交卷', { timeout: timeoutMs });
  await expect(dialog).toContainText('有 1 题的最后改动还没有上传');
  await context.setOffline(false);
  await expectScore(page);
  await context.close();
}

async function leaveAttempt({ context, page }: ExamSession): Promise<void> {
  await answerOne(page, courses.leaving);
  await expect(answerCardNumber(page, 1)).toHaveAccessibleName('第1题，已答');
  const [attemptUrl, leftAt] = [page.url(), Date.now()];
  await page.goto(`${origins.test}/`);
  // Nobody reads this attempt; only the messages are counted, which would otherwise be two.
  const getUnreadCount = async () => {
    const token = await page.evaluate(() => localStorage.getItem('user_token'));
    const reply = await page.request.post(`${origins.test}/qm/api/v5/message/top_notice_count`, {
      form: { full_domain_name: 'localhost' },
      headers: { 'x-token': token ?? '' },
    });
    return ((await reply.json()) as { data: { unread_count: number } }).data.unread_count;
  };
  const unreadBefore = await getUnreadCount();
  await expect
    .poll(getUnreadCount, { timeout: timeoutMs, intervals: [2000] })
    .toBe(unreadBefore + 3);
  expect(Date.now() - leftAt).toBeLessThan(timeoutMs);
  await page.goto(attemptUrl);
  await expectScore(page);
  await context.close();
}
