import { recordShownPeople } from '../../platform/http/staff-log.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import { readAttempts, readPersonAttempts } from '../../study/exam/enrolment/exam.store.ts';
import { formatLetters } from '../../study/exam/paper/choice.rules.ts';
import { findQuestions } from '../../study/exam/paper/keys.store.ts';
import { questionKinds } from '../../study/exam/paper/question-kinds.ts';
import { gradeShortAnswer, readPendingAnswers } from '../../study/exam/grading/review.action.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { findByMobile } from '../../person/identity/user.store.ts';
import { readSites } from '../../platform/sites/site.store.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { proposeRequest } from '../decisions/approval.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { readQuestionSites } from '../../study/exam/paper/paper-sites.store.ts';
import { filterScope, readScope, requireSubject } from '../staff/scope.ts';
import { type Command, formatTable, requireArguments } from '../staff/command.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';

/** Grading of short answers, correction of keys, and voided attempts. */
export const exam: Record<string, Command> = {
  waiting: {
    args: '',
    about: '待评阅的简答题',
    role: 'exam_editor',
    run: async ({ db }, _args, account) =>
      (await readPendingAnswers(db, await readScope(db, account)))
        .map(
          ({ score_id, qid, full, stem, model, answer }) =>
            `${score_id} ${qid}  0–${full}分\n题目：${stem}\n参考：${model}\n作答：${answer}\n`,
        )
        .join('\n') || '没有待评阅的简答题',
  },
  grade: {
    args: '<考试编号> <题目编号> <得分>',
    about: '给一道简答题评分',
    role: 'exam_editor',
    async run(context, args, account) {
      const { db, now } = context;
      const [attempt = '', question = '', points = ''] = requireArguments(
        args,
        '考试编号',
        '题目编号',
        '得分',
      );
      const row = (await readAttempts(db, [attempt])).get(attempt);
      if (!row) throw new NotPossibleError('没有这次考试');
      const subject = { site_ids: [row.site_id], user_ids: [row.user_id] };
      await requireSubject(context, account, subject, '考试');
      const given = { scoreId: attempt, qid: question, points: Number(points) };
      const staff = { user_id: account.user_id };
      return `已评分：${await gradeShortAnswer(db, completion, { staff, ...given }, now())}`;
    },
  },
  attempts: {
    args: '<手机号>',
    about: '一位学员的考试记录和考试编号',
    role: 'exam_editor',
    async run({ db, settings }, args, account) {
      const [mobile = ''] = requireArguments(args, '手机号');
      const rows: (string | number)[][] = [];
      for (const { site_id, site_short_name } of await filterScope(
        db,
        account,
        await readSites(db),
      )) {
        const person = await findByMobile(db, deriveKeys(settings), site_id, mobile);
        if (person) recordShownPeople([person.user_id]);
        const attempts = person ? await readPersonAttempts(db, person.user_id) : [];
        const courses = await readCourseFacts(
          db,
          attempts.map(({ content_id }) => content_id),
        );
        rows.push(
          ...attempts.map((item) => [
            item.score_id,
            formatTime(item.started_at),
            site_short_name,
            courses.get(item.content_id)?.title ?? '',
            `第${item.attempt_no}次`,
            item.attempt_status,
            item.score ?? '',
            item.result ?? '',
          ]),
        );
      }
      return formatTable(rows);
    },
  },
  questions: {
    args: '<题干或选项中的文字>',
    about: '查找题库中的题目和答案',
    role: 'exam_editor',
    async run({ db }, args, account) {
      const [words = ''] = requireArguments(args, '文字');
      const scope = await readScope(db, account);
      const found = (await findQuestions(db, words)).flatMap(({ type, parts }) =>
        parts.map((part) => ({ type, part })),
      );
      const owners = await Promise.all(found.map(({ part }) => readQuestionSites(db, part.qid)));
      const questions = found
        .filter((_, index) => scope === undefined || owners[index]?.every((site) => site === scope))
        .map(({ type, part }) =>
          [
            `${part.qid}  答案${questionKinds[type].formatKey(part)}`,
            part.stem,
            ...part.options.map((text, index) => `  ${formatLetters([index])}. ${text}`),
            '',
          ].join('\n'),
        );
      return questions.join('\n') || '没有';
    },
  },
  correct: {
    args: '<题目编号> <正确选项，如AC；填空如140|一百四十;90> <原因>',
    about: '更正答案：题库和用到它的试卷各出新版本，已有成绩不变；须另一人确认',
    role: 'exam_editor',
    run: async (api, args, account) =>
      proposeRequest(
        api,
        'exam_correct',
        requireArguments(args, '题目编号', '正确选项', '原因'),
        account,
      ),
  },
  regrade: {
    args: '<试卷编号> <原因>',
    about: '按最新答案重评一份试卷的全部成绩，逐题取高，不会降分；先列出变化，另一人确认后写入',
    role: 'exam_editor',
    run: async (api, args, account) =>
      proposeRequest(api, 'exam_regrade', requireArguments(args, '试卷编号', '原因'), account),
  },
  void: {
    args: '<考试编号> <原因> [give-back]',
    about: '作废一次考试，合格的连同学时、学分和证书；give-back 归还次数；须另一人确认',
    role: 'exam_editor',
    run: async (api, args, account) =>
      proposeRequest(
        api,
        'exam_void',
        [
          ...requireArguments(args, '考试编号', '原因'),
          ...(args[2] === 'give-back' ? ['give-back'] : []),
        ],
        account,
      ),
  },
};
