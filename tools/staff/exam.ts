import { gradeShort, readWaiting, voidAttempt } from '../../apps/api/src/modules/exam/review.ts';
import { type Command, needed, staffName } from './command.ts';

/** Short answers that wait for their points, and attempts declared void. */
export const exam: Record<string, Command> = {
  waiting: {
    args: '', about: '待评阅的简答题',
    run: async ({ db }) => (await readWaiting(db)).map(({ score_id, qid, full, stem, model, answer }) => `${score_id} ${qid}  0–${full}分\n题目：${stem}\n参考：${model}\n作答：${answer}\n`).join('\n') || '没有待评阅的简答题',
  },
  grade: {
    args: '<考试编号> <题目编号> <得分>', about: '给一道简答题评分',
    async run({ db, now }, args) {
      const [attempt = '', question = '', points = ''] = needed(args, '考试编号', '题目编号', '得分');
      return `已评分：${await gradeShort(db, { user_id: staffName }, attempt, question, Number(points), now())}`;
    },
  },
  void: {
    args: '<考试编号> <原因> [give-back]', about: '作废一次考试；give-back 归还次数',
    async run({ db, now }, args) {
      const [attempt = '', reason = ''] = needed(args, '考试编号', '原因');
      await voidAttempt(db, { user_id: staffName, reason }, attempt, args[2] === 'give-back', now());
      return `已作废 ${attempt}`;
    },
  },
};
