import * as z from 'zod/mini';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import type { NewQuestions } from '../../study/player/checks/class-question.action.ts';

const letters = 'ABCDEFGH';
const text = (limit: number, fault: string) =>
  z.string(fault).check(z.trim(), z.minLength(1, fault), z.maxLength(limit, fault));
const Second = z.int('时间应为整数秒').check(z.gte(0, '时间应为整数秒'));

/** The JSON file of a section's questions. */
const QuestionsFile = z.object({
  windows: z.array(z.tuple([Second, Second], '每个时间段为两个整数秒'), '缺少提问时间段 windows'),
  questions: z
    .array(
      z.object({
        stem: text(500, '题干应为1至500字'),
        options: z
          .array(text(200, '选项应为1至200字'), '缺少选项 options')
          .check(z.minLength(2, '选项应为2至8个'), z.maxLength(letters.length, '选项应为2至8个')),
        answer: z.string('缺少答案 answer').check(z.regex(/^[A-H]{1,8}$/, '答案应为选项字母')),
        explain: z._default(z.string().check(z.trim(), z.maxLength(500, '解析不超过500字')), ''),
      }),
      '缺少题目 questions',
    )
    .check(z.maxLength(50, '题目不超过50道')),
});

/** Parses the questions of a section with this duration; reports errors as text. */
export function questionsIn(file: string, seconds: number): NewQuestions {
  const { windows, questions } = parsed(file);
  if ((windows.length === 0) !== (questions.length === 0))
    throw new NotPossibleError('题目和提问时间段应同时填写，或同时为空以取消提问');
  const ordered = windows.toSorted(([a], [b]) => a - b);
  for (const [index, [from, to]] of ordered.entries()) {
    if (from >= to || to >= seconds)
      throw new NotPossibleError(`时间段 ${from}-${to} 应在视频的 ${Math.floor(seconds)} 秒以内`);
    const before = ordered[index - 1];
    if (before && from <= before[1])
      throw new NotPossibleError(`时间段 ${before.join('-')} 与 ${from}-${to} 重叠`);
  }
  return {
    windows: ordered,
    questions: questions.map(({ options, answer, ...question }, index) => {
      const chosen = [...new Set(answer)].toSorted().join('');
      if (new Set(options).size < options.length)
        throw new NotPossibleError(`第${index + 1}题有相同的选项`);
      if ([...chosen].some((letter) => letters.indexOf(letter) >= options.length))
        throw new NotPossibleError(`第${index + 1}题的答案 ${answer} 不在选项中`);
      return {
        ...question,
        answer: chosen,
        options: options.map((option, place) => ({ key: letters.charAt(place), text: option })),
      };
    }),
  };
}

function parsed(file: string): z.infer<typeof QuestionsFile> {
  let value: unknown;
  try {
    value = JSON.parse(file);
  } catch {
    throw new NotPossibleError('文件不是 JSON');
  }
  const result = QuestionsFile.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const [, at] = issue?.path ?? [];
  const where = issue?.path[0] === 'questions' && typeof at === 'number' ? `第${at + 1}题：` : '';
  throw new NotPossibleError(`${where}${issue?.message ?? '内容有误'}`);
}
