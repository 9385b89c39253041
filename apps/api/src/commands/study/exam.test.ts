import { examStart, examSubmit } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { answersFor, newExam, newExaminee } from '../../../test/exam.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { question } from '../../study/exam/paper/paper.tables.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { findUser, unsealMobile } from '../../person/identity/user.store.ts';
import { UsageError } from '../staff/command.ts';
import type { Account } from '../staff/account.ts';
import { approval } from '../decisions/approval.ts';
import { exam as commands } from './exam.ts';

const api = await startApiForFile();

const [wang, li] = ['王', '李'].map((name): Account => ({
  user_id: name,
  name,
  roles: ['super'],
})) as [Account, Account];
const run = (name: string, ...args: string[]) => commands[name]!.run(api.context, args, wang);
const numberIn = (line: string) => line.split(' ').at(-1)!;
const confirmed = (line: string, account = li) =>
  approval['confirm']!.run(api.context, [numberIn(line)], account);

/** A learner who submitted a paper of ten questions with this many right, and whose mobile is known
 * to staff. */
async function satBy(right: number) {
  const exam = await newExam(api, {
    rules: [{ type: 'A1', points: [], count: 10, parts: 1, score: 10 }],
    counts: { A1: 10 },
  });
  const who = await newExaminee(api, exam);
  const { score_id, seat, items } = await api.send(
    examStart,
    { paper_id: exam.paper_id, learning_id: who.learning_id },
    who,
  );
  await api.send(
    examSubmit,
    { score_id, seat, answers: answersFor(items, right), confirm: 'Y' },
    who,
  );
  const bank = await api.db.select().from(question).where(eq(question.discipline, exam.discipline));
  const wrong = bank.find(({ parts }) => parts[0]!.qid === items[right]!.qid)!.parts[0]!;
  const given = items[right]!.options.find(
    ({ key }) => key === answersFor(items, right)[right]!.answer[0],
  )!.text;
  return { exam, who, score_id, wrong, letter: 'ABCD'[wrong.options.indexOf(given)]! };
}

it('finds a question by its text, corrects its key, and previews a regrade', async () => {
  const { exam, score_id, wrong, letter } = await satBy(5);
  expect(await run('questions', wrong.stem)).toContain(
    `${wrong.qid}  答案A\n${wrong.stem}\n  A. 对\n  B. 错一`,
  );
  const corrected = await run('correct', wrong.qid, letter, '答案有误');
  expect(corrected).toContain(`题目 ${wrong.qid} 的答案 A → ${letter}`);
  expect(await confirmed(corrected)).toBe(
    `已更正 ${wrong.qid}，重评成绩请用 exam regrade：\n${exam.paper_id}  第2版  结课考试`,
  );
  const changes = `${score_id}  50 → 60分  不合格 → 合格\n第2版答案，共1次考试，1次分数变化，1次由不合格变为合格`;
  const regraded = await run('regrade', exam.paper_id, '答案有误');
  expect(regraded).toContain(changes);
  await expect(confirmed(regraded, wang)).rejects.toThrow('不能确认自己的提议');
  expect(await confirmed(regraded)).toBe(changes);
  expect(await run('regrade', exam.paper_id, '答案有误')).toContain(
    '第2版答案，共0次考试，0次分数变化，0次由不合格变为合格',
  );
});

it('lists a person’s attempts, and voids a pass with its effects', async () => {
  const { who, score_id } = await satBy(8);
  const mobile = unsealMobile(
    deriveKeys(api.context.settings),
    (await findUser(api.db, who.user_id))!,
  );
  expect(await run('attempts', mobile)).toMatch(
    new RegExp(`^${score_id}  2026-06-15 10:00:00  \\S+  \\S+  第1次  graded  80  passed$`),
  );
  expect(await confirmed(await run('void', score_id, '替考'))).toMatch(
    new RegExp(`^已作废 ${score_id}，冲销2学时、0.67学分，撤销证书\\S+$`),
  );
  await expect(run('void', score_id, '替考')).rejects.toThrow('已作废');
  expect(await run('attempts', '13999999999')).toBe('没有');
});

it.each([['attempts'], ['questions'], ['correct', 'q', 'A'], ['regrade', 'p'], ['void', 'a']])(
  'reports what is missing: %s',
  async (name, ...args) => {
    await expect(run(name, ...args)).rejects.toThrow(UsageError);
  },
);
