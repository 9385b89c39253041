import { recordShownPeople } from '../../platform/http/staff-log.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { decideExtension } from '../../study/learning/enrolment/extend.action.ts';
import {
  readExtensions,
  waitingExtensions,
} from '../../study/learning/enrolment/extension.store.ts';
import { readLearningsById } from '../../study/learning/learning.store.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import { type Command, formatTable, requireArguments, UsageError } from '../staff/command.ts';

const toActor = ({ user_id }: { user_id: string }) => ({
  actor_type: 'staff' as const,
  actor_id: user_id,
});

/** Commands for extension requests. */
export const extension: Record<string, Command> = {
  list: {
    args: '',
    about: '待办理的课程延期申请',
    role: 'credit_auditor',
    async run({ db }) {
      const rows = await waitingExtensions(db);
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
    async run({ db, now }, args, account) {
      const [extension_id = '', count = ''] = requireArguments(args, '申请编号', '天数');
      if (!/^[1-9]\d{0,2}$/.test(count)) throw new UsageError('天数为1至365');
      const decision = { extension_id, days: Number(count), reply: '' };
      const { new_end_at } = await decideExtension(db, decision, toActor(account), now());
      return new_end_at ? `已延期至 ${formatDay(new_end_at)}` : '已延期';
    },
  },
  refuse: {
    args: '<申请编号> <原因>',
    about: '不同意课程延期',
    role: 'credit_auditor',
    async run({ db, now }, args, account) {
      const [extension_id = '', reply = ''] = requireArguments(args, '申请编号', '原因');
      if (reply.length < 5 || reply.length > 200) throw new UsageError('原因为5至200字');
      await decideExtension(db, { extension_id, days: 0, reply }, toActor(account), now());
      return '已退回';
    },
  },
};
