import { recordShownPeople } from '../../platform/http/staff-log.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { answerInquiry } from '../../study/inquiry/answer.action.ts';
import { findInquiry, readWaiting } from '../../study/inquiry/inquiry.store.ts';
import { readInquiryViews } from '../../study/inquiry/inquiry.view.ts';
import type { Account } from '../staff/account.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { readScope, requireScope } from '../staff/scope.ts';
import { type Command, formatTable, requireArguments } from '../staff/command.ts';

async function decideInquiry(
  context: AppContext,
  [id = '', ...words]: readonly string[],
  decision: 'answer' | 'hide',
  account: Account,
): Promise<string> {
  const { db, now } = context;
  const row = await findInquiry(db, id);
  if (!row) throw new NotPossibleError('没有找到这个提问');
  await requireScope(db, account, [row.site_id], '提问');
  const text = words.join(' ').trim().slice(0, 1000);
  await db.transaction((tx) => answerInquiry(tx, id, { decision, text }, account.user_id, now()));
  return decision === 'answer' ? '已回答' : '已隐藏';
}

/** Commands for learners' questions, as there is no console yet. */
export const inquiry: Record<string, Command> = {
  waiting: {
    args: '',
    about: '等待回答的课程提问，最早的在前',
    role: 'course_teacher',
    async run({ db }, _args, account) {
      const scope = await readScope(db, account);
      const { rows } = await readWaiting(db, scope, { page: 1, page_size: 100 });
      recordShownPeople(rows.map(({ user_id }) => user_id));
      const views = await readInquiryViews(db, rows, '');
      return formatTable(
        views.map(({ inquiry_id, created_at, section_title, text }) => [
          inquiry_id,
          created_at,
          section_title,
          text,
        ]),
      );
    },
  },
  answer: {
    args: '<提问编号> <回答>',
    about: '回答一个提问，学习该课程的学员都能看到',
    role: 'course_teacher',
    run: (context, args, account) =>
      decideInquiry(
        context,
        [...requireArguments(args, '提问编号', '回答'), ...args.slice(2)],
        'answer',
        account,
      ),
  },
  hide: {
    args: '<提问编号> <原因>',
    about: '不公开一个提问，只有提问人看到原因',
    role: 'course_teacher',
    run: (context, args, account) =>
      decideInquiry(
        context,
        [...requireArguments(args, '提问编号', '原因'), ...args.slice(2)],
        'hide',
        account,
      ),
  },
};
