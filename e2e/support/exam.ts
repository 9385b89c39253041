import type { Page, Response } from '@playwright/test';
import { courseId } from '@cme/sample/ids';
import type { SiteKey } from '@cme/sample/shapes';
import { expect } from './journey.ts';

export const examAddress = (origin: string, site: SiteKey, course: string): string =>
  `${origin}/player/${courseId(site, course)}/exam/online`;

/** Starts the attempt from the page with the rules. */
export async function startExam(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: '考试须知' })).toBeVisible();
  await page.getByRole('button', { name: '开始考试' }).click();
  await expect(page.getByRole('button', { name: '交卷', exact: true })).toBeVisible();
}

/** Chooses the first option of the current question. */
export const chooseFirst = (page: Page): Promise<void> =>
  page.getByRole('main').locator('fieldset label').first().click();

/** Answers question `no` once it is shown: a busy page may still show the previous one. */
export async function answerFirst(page: Page, no: number): Promise<void> {
  const question = page.getByRole('region', { name: new RegExp(`^第 ${no} 题`) });
  await question.locator('fieldset label').first().click();
  await expect(answerCardNumber(page, no)).toHaveAccessibleName(`第${no}题，已答`);
}

/** The number of unsent answers stored on the device; they are stored shortly after the page shows
 * them. */
export function countStoredAnswers(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const toPromise = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const database = await toPromise(indexedDB.open('keyval-store'));
    const stored = await toPromise<unknown[][]>(
      database.transaction('keyval').objectStore('keyval').getAll(),
    );
    database.close();
    return stored.flat().length;
  });
}

/** Remaining seconds shown by the countdown. */
export async function secondsLeft(page: Page): Promise<number> {
  const shown = (await page.getByRole('timer', { name: '剩余时间' }).innerText())
    .split(':')
    .map(Number);
  return shown.reduce((seconds, part) => seconds * 60 + part, 0);
}

export const answerCardNumber = (page: Page, no: number) =>
  page
    .getByRole('complementary', { name: '答题卡' })
    .getByRole('button', { name: new RegExp(`^第${no}题，`) });

export async function submitExam(page: Page): Promise<void> {
  await page.getByRole('button', { name: '交卷', exact: true }).click();
  await page
    .getByRole('dialog', { name: '确认交卷' })
    .getByRole('button', { name: '确认交卷' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: '考试成绩' })).toBeVisible();
}

/** Collects the response bodies of all examination calls of a page from now on. */
export function recordResponses(page: Page): string[] {
  const bodies: string[] = [];
  page.on('response', (response: Response) => {
    if (response.url().includes('/qm/api/exam/'))
      void response
        .text()
        .then((text) => bodies.push(text))
        .catch(() => undefined);
  });
  return bodies;
}
