import type { Page } from '@playwright/test';
import { answerFirst, answerCardNumber, examAddress, submitExam } from '../../support/exam.ts';
import { expect, test } from '../../support/journey.ts';
import { nurse, signIn } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

// React reports that it could not insert or remove an element, and that the paper was rendered anew.
test.use({
  allowed: /ERR_INTERNET_DISCONNECTED|NotFoundError|An error occurred in|The above error/,
});

/** Wraps every text of the page in <font>, in two layers, as the translation of Chrome does. */
const translatePage = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Node[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.nodeValue?.trim() || /^(SCRIPT|STYLE)$/.test(text.parentElement?.tagName ?? ''))
        continue;
      const font = document.createElement('font');
      const inner = font.appendChild(document.createElement('font'));
      text.parentNode?.replaceChild(font, text);
      inner.append(text);
    }
  });

test('an examination whose page is translated keeps its answers, its place and its clock', async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  await signIn(page, nurse);
  await page.goto(examAddress(origins.player, 'main', 'ai-health'));
  await translatePage(page);
  await page.getByRole('button', { name: /^(开始|继续)考试$/ }).click();
  const goTo = (no: number) => answerCardNumber(page, no).click();
  await goTo(1);
  for (const no of [1, 2, 3]) {
    await goTo(no);
    await translatePage(page);
    await answerFirst(page, no);
  }
  // What changes in a line of text and pictures: the state of saving.
  await translatePage(page);
  await context.setOffline(true);
  await expect(page.getByText(/网络已断开，可以继续作答/)).toBeVisible();
  await translatePage(page);
  await page.getByRole('button', { name: '标记' }).click();
  await context.setOffline(false);
  await expect(page.getByText(/^已保存/)).toBeVisible();
  await expect(page.getByRole('region', { name: /^第 3 题/ })).toBeVisible();
  for (const no of [1, 2])
    await expect(answerCardNumber(page, no)).toHaveAccessibleName(`第${no}题，已答`);
  await expect(answerCardNumber(page, 3)).toHaveAccessibleName('第3题，已答，标记');
  await expect(page.getByRole('timer', { name: '剩余时间' })).toBeVisible();

  await translatePage(page);
  await page.getByRole('button', { name: '交卷', exact: true }).click();
  await translatePage(page);
  await page.getByRole('button', { name: '继续答题' }).click();
  await translatePage(page);
  await submitExam(page);
  await expect(page.getByText('合格', { exact: true }).or(page.getByText('不合格'))).toBeVisible();
});
