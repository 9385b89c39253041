import type { AppContext } from '../../platform/context/context.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { findContent } from '../../content/catalogue/catalogue.store.ts';
import { readDuePresales, setPresale } from '../../content/catalogue/sale.store.ts';
import { rebuildCard } from '../../content/catalogue/write/catalogue.write.ts';
import { findUser } from '../../person/identity/user.store.ts';
import type { Account } from '../staff/account.ts';
import { type Command, formatTable, requireArguments, UsageError } from '../staff/command.ts';

/** Teachers may change the courses of their own site. */
async function findOwnCourse({ db }: AppContext, id: string, account: Account) {
  const site = (await findUser(db, account.user_id))?.site_id ?? '';
  const content = (await findContent(db, site, id))?.content;
  if (!content) throw new NotPossibleError('没有找到该课程，或它属于其他站点');
  if (content.content_type !== 'C') throw new NotPossibleError('只有课程可以预售');
  return content;
}

/** Presales: courses that are sold before their media are complete. */
export const presale: Record<string, Command> = {
  late: {
    args: '',
    about: '已到开课日期而内容不全的预售课程：编号、开课日期、缺少的小节数、名称',
    async run({ db, now }) {
      const rows = await readDuePresales(db, now());
      return formatTable(
        rows
          .filter(({ missing }) => missing > 0)
          .map(({ content_id, presale_until, missing, title }) => [
            content_id,
            presale_until ? formatDay(presale_until) : '',
            `缺${missing}节`,
            title,
          ]),
      );
    },
  },
  set: {
    args: '<课程编号> <开课日期>',
    about: '预售一门课程，至开课日期（YYYY-MM-DD）零时',
    role: 'course_teacher',
    async run(context, args, account) {
      const { db, now } = context;
      const [id = '', day = ''] = requireArguments(args, '课程编号', '开课日期');
      const until = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00+08:00`) : undefined;
      if (!until || formatDay(new Date(until.getTime() || 0)) !== day)
        throw new UsageError('开课日期应为 YYYY-MM-DD');
      const content = await findOwnCourse(context, id, account);
      if (until <= now()) throw new NotPossibleError('开课日期应在今天之后');
      if (until >= content.end_at) throw new NotPossibleError('开课日期应在课程结束之前');
      await db.transaction(async (tx) => {
        if (!(await setPresale(tx, id, until, now())))
          throw new NotPossibleError('课程已经开课或已有学员，不能改为预售');
        await rebuildCard(tx, id);
        await logState(tx, {
          entity: 'presale',
          entity_id: id,
          from: content.presale_until ? formatDay(content.presale_until) : '',
          to: day,
          actor_type: 'staff',
          actor_id: account.user_id,
          at: now(),
        });
      });
      return `《${content.title}》预售至 ${day}`;
    },
  },
};
