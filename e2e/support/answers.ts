import type { Locator, Page } from '@playwright/test';
import { banks } from '@cme/sample/questions/questions';

interface BankQuestion {
  options: readonly string[];
  answer: string;
}

const bank = new Map<string, BankQuestion[]>();
/** The texts of blanks, by the stem as the page names it. */
const blanks = new Map<string, readonly string[]>();
for (const question of banks.flatMap(({ questions }) => questions)) {
  if (question.type === 'FB') {
    let no = 0;
    const name = question.stem.replaceAll('____', () => `（第${(no += 1)}空）`);
    blanks.set(name, question.accepted?.map(([usual = '']) => usual) ?? []);
    continue;
  }
  for (const { stem, answer, ...rest } of 'parts' in question ? question.parts : [question]) {
    bank.set(stem, [
      ...(bank.get(stem) ?? []),
      { options: ('options' in rest && rest.options) || [], answer },
    ]);
  }
}

/** The texts of the right choices of a question, as the sample's bank has them; questions with the
 * same stem are distinguished by their choices. */
export function findRightTexts(stem: string, choices: readonly string[]): string[] {
  const question = bank
    .get(stem)
    ?.find(({ options }) => options.every((text) => choices.includes(text)));
  if (!question) throw new Error(`not in the question bank: ${stem} (${choices.join(' | ')})`);
  if (question.options.length === 0) return [question.answer === 'Y' ? '正确' : '错误'];
  return [...question.answer].map((letter) => question.options[letter.charCodeAt(0) - 65] ?? '');
}

/** Answers the current question: correctly, or with the first wrong choice. */
export async function answerCurrent(page: Page, isRight = true): Promise<void> {
  const question = page.getByRole('main').locator('fieldset').first();
  const name = await question.getAttribute('aria-label');
  if (name !== null) return fillBlanks(question, name, isRight);
  const stem = await question.locator('legend').innerText();
  const labels = question.locator('label');
  const choices = (await labels.allInnerTexts()).map((text) =>
    text.replace(/^[A-H]\.\s*/, '').trim(),
  );
  const rightChoices = findRightTexts(stem.trim(), choices);
  for (const [index, text] of choices.entries()) {
    if (rightChoices.includes(text) !== isRight) continue;
    await labels.nth(index).click();
    if (!isRight) return;
  }
}

async function fillBlanks(question: Locator, name: string, isRight: boolean): Promise<void> {
  const texts = blanks.get(name);
  if (!texts) throw new Error(`not in the question bank: ${name}`);
  for (const [index, text] of texts.entries())
    await question.getByLabel(`第${index + 1}空`).fill(isRight ? text : '不知道');
}

/** Answers all questions of the current attempt in order. */
export async function answerAll(page: Page, isRight = true): Promise<void> {
  const next = page.getByRole('button', { name: '下一题' });
  for (;;) {
    await answerCurrent(page, isRight);
    if (await next.isDisabled()) return;
    await next.click();
  }
}
