import { recordShownPeople } from '../../platform/http/staff-log.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { decideExtension } from '../../study/learning/enrolment/extend.action.ts';
import {
  findExtension,
  readExtensions,
  waitingExtensions,
} from '../../study/learning/enrolment/extension.store.ts';
import { readLearningsById } from '../../study/learning/learning.store.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import type { Account } from '../staff/account.ts';
import { readScope, requireSubject } from '../staff/scope.ts';
import { type Command, formatTable, requireArguments, UsageError } from '../staff/command.ts';

const toActor = ({ user_id }: { user_id: string }) => ({
  actor_type: 'staff' as const,
  actor_id: user_id,
});

async function requireOwnRequest(context: AppContext, id: string, account: Account) {
  const request = await findExtension(context.db, id);
  if (!request) throw new NotPossibleError('没有这项申请，或已处理');
  const subject = { site_ids: [request.site_id], user_ids: [request.user_id] };
  await requireSubject(context, account, subject, '申请');
}

/** Commands for extension requests. */
export const extension: Record<string, Command> = {
  list: {
    args: '',
    about: '待办理的课程延期申请',
    role: 'credit_auditor',
    async run({ db }, _args, account) {
      const rows = await waitingExtensions(db, await readScope(db, account));
      const learnings = await readLearningsById(
        db,
        rows.map(({ learning_id }) => learning_id),
      );
      recordShownPeople(rows.map(({ user_id }) => user_id));
      const courseFacts = await readCourseFacts(
        db,
        learnings.map(({ content_id }) => content_id),
      );
      const titles = new Map(
        learnings.map((row) => [row.learning_id, courseFacts.get(row.content_id)?.title ?? '']),
      );
      const requests = await readExtensions(
        db,
        learnings.map(({ learning_id }) => learning_id),
      );
      const refusedBefore = (id: string) =>
        requests
          .filter(({ learning_id, state }) => learning_id === id && state === 'refused')
          .map(({ reply }) => `此前未同意：${reply}`)
          .join('；');
      return formatTable(
        rows.map(({ extension_id, learning_id, old_end_at, reason }) => [
          extension_id,
          titles.get(learning_id) ?? '',
          `学习期限${formatDay(old_end_at)}`,
          reason,
          refusedBefore(learning_id),
        ]),
      );
    },
  },
  grant: {
    args: '<申请编号> <天数>',
    about: '同意课程延期',
    role: 'credit_auditor',
    async run(context, args, account) {
      const { db, now } = context;
      const [extension_id = '', count = ''] = requireArguments(args, '申请编号', '天数');
      if (!/^[1-9]\d{0,2}$/.test(count)) throw new UsageError('天数为1至365');
      await requireOwnRequest(context, extension_id, account);
      const decision = { extension_id, days: Number(count), reply: '' };
      const { new_end_at } = await decideExtension(db, decision, toActor(account), now());
      return new_end_at ? `已延期至 ${formatDay(new_end_at)}` : '已延期';
    },
  },
  refuse: {
    args: '<申请编号> <原因>',
    about: '不同意课程延期',
    role: 'credit_auditor',
    async run(context, args, account) {
      const { db, now } = context;
      const [extension_id = '', reply = ''] = requireArguments(args, '申请编号', '原因');
      if (reply.length < 5 || reply.length > 200) throw new UsageError('原因为5至200字');
      await requireOwnRequest(context, extension_id, account);
      await decideExtension(db, { extension_id, days: 0, reply }, toActor(account), now());
      return '已退回';
    },
  },
};
