import type { Page } from '@playwright/test';
import { banks } from '../../apps/api/src/sample/questions/questions.ts';

interface Known {
  options: readonly string[];
  answer: string;
}

const bank = new Map<string, Known[]>();
for (const question of banks.flatMap(({ questions }) => questions)) {
  for (const { stem, answer, ...rest } of 'parts' in question ? question.parts : [question]) {
    bank.set(stem, [
      ...(bank.get(stem) ?? []),
      { options: ('options' in rest && rest.options) || [], answer },
    ]);
  }
}

/** The texts of the right choices of a question, as the sample's bank has them; questions with the
 * same stem are distinguished by their choices. */
export function rightTexts(stem: string, shown: readonly string[]): string[] {
  const known = bank
    .get(stem)
    ?.find(({ options }) => options.every((text) => shown.includes(text)));
  if (!known) throw new Error(`not in the question bank: ${stem} (${shown.join(' | ')})`);
  if (known.options.length === 0) return [known.answer === 'Y' ? '正确' : '错误'];
  return [...known.answer].map((letter) => known.options[letter.charCodeAt(0) - 65] ?? '');
}

/** Answers the current question: correctly, or with the first wrong choice. */
export async function answerShown(page: Page, rightly = true): Promise<void> {
  const question = page.getByRole('main').locator('fieldset').first();
  const stem = await question.locator('legend').innerText();
  const labels = question.locator('label');
  const shown = (await labels.allInnerTexts()).map((text) =>
    text.replace(/^[A-H]\.\s*/, '').trim(),
  );
  const right = rightTexts(stem.trim(), shown);
  for (const [at, text] of shown.entries()) {
    if (right.includes(text) !== rightly) continue;
    await labels.nth(at).click();
    if (!rightly) return;
  }
}

/** Answers all questions of the current attempt in order. */
export async function answerAll(page: Page, rightly = true): Promise<void> {
  const next = page.getByRole('button', { name: '下一题' });
  for (;;) {
    await answerShown(page, rightly);
    if (await next.isDisabled()) return;
    await next.click();
  }
}
