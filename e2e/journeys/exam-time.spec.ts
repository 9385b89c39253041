import type { Browser, BrowserContext, Page } from '@playwright/test';
import { answerShown } from '../support/answers.ts';
import { begin, examAddress, numberOnCard, secondsLeft } from '../support/exam.ts';
import { expect, listen, test } from '../support/journey.ts';
import { signIn } from '../support/people.ts';
import { places } from '../support/places.ts';

/** Papers of the test site with a duration of one minute. */
const papers = { staying: 'ai-health', offline: 'stroke', leaving: 'mental-wellbeing' };
/** Time until the server has submitted: the duration, the grace period and the sweep interval. */
const timeoutMs = 85_000;
const learner = '13800000021';

test('at the deadline the page submits automatically, reports a failure, and the server submits if nobody returns', async ({
  browser,
  complaints,
}) => {
  test.setTimeout(180_000);
  const alone = await open(browser, complaints);
  await Promise.all([
    staying(await open(browser, complaints)),
    offline(await open(browser, complaints)),
    leaving(alone),
  ]);
});

interface Seat {
  context: BrowserContext;
  page: Page;
}

/** Separate browser contexts, so that only one of them goes offline. */
async function open(browser: Browser, complaints: string[]): Promise<Seat> {
  const context = await browser.newContext();
  const complaintsHere: string[] = [];
  listen(context, complaintsHere);
  context.on('close', () =>
    complaints.push(...complaintsHere.filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text))),
  );
  const page = await context.newPage();
  await signIn(page, learner, places.test);
  return { context, page };
}

/** Starts the attempt and saves a right answer to the first question. */
async function answerOne(page: Page, course: string): Promise<void> {
  await page.goto(examAddress(places.test, 'test', course));
  await begin(page);
  expect(await secondsLeft(page)).toBeLessThanOrEqual(60);
  await answerShown(page);
  await expect(page.getByText(/^已保存/)).toBeVisible();
}

/** The saved answers are graded, and the page agrees with the server after a reload. */
async function seesScore(page: Page): Promise<void> {
  for (const look of [() => Promise.resolve(), () => page.reload()]) {
    await look();
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

async function staying({ context, page }: Seat): Promise<void> {
  await answerOne(page, papers.staying);
  await expect(page.getByRole('heading', { level: 1, name: '考试成绩' })).toBeVisible({
    timeout: timeoutMs,
  });
  await seesScore(page);
  await context.close();
}

async function offline({ context, page }: Seat): Promise<void> {
  await answerOne(page, papers.offline);
  await context.setOffline(true);
  await page.getByRole('button', { name: '下一题' }).click();
  await answerShown(page);
  const dialog = page.getByRole('dialog', { name: '考试时间已到' });
  await expect(dialog).toContainText('服务器会按已收到的答案自动交卷', { timeout: timeoutMs });
  await expect(dialog).toContainText('有 1 题的最后改动还没有上传');
  await context.setOffline(false);
  await seesScore(page);
  await context.close();
}

async function leaving({ context, page }: Seat): Promise<void> {
  await answerOne(page, papers.leaving);
  await expect(numberOnCard(page, 1)).toHaveAccessibleName('第1题，已答');
  const [attemptUrl, gone] = [page.url(), Date.now()];
  await page.goto(`${places.test}/`);
  // Nobody reads this attempt; only the messages are counted, which would otherwise be two.
  const unread = async () => {
    const token = await page.evaluate(() => localStorage.getItem('user_token'));
    const reply = await page.request.post(`${places.test}/qm/api/v5/message/top_notice_count`, {
      form: { full_domain_name: 'localhost' },
      headers: { 'x-token': token ?? '' },
    });
    return ((await reply.json()) as { data: { unread_count: number } }).data.unread_count;
  };
  const before = await unread();
  await expect.poll(unread, { timeout: timeoutMs, intervals: [2000] }).toBe(before + 3);
  expect(Date.now() - gone).toBeLessThan(timeoutMs);
  await page.goto(attemptUrl);
  await seesScore(page);
  await context.close();
}
