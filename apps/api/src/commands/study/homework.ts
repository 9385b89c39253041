import { completion } from '../../credits/certificate/issuing/completion.action.ts';
import { fileOfOwner } from '../../person/file/attach.action.ts';
import { signDownload } from '../../person/file/download.ts';
import { gradeHomework, HomeworkNotFoundError } from '../../study/homework/grade.action.ts';
import { findSubmit, logView, readWaiting } from '../../study/homework/homework.store.ts';
import { readHandInViews, ownerType } from '../../study/homework/homework.view.ts';
import { readSite } from '../../platform/sites/site.store.ts';
import { readScope, requireScope, requireSubject } from '../staff/scope.ts';
import { type Command, formatTable, requireArguments, UsageError } from '../staff/command.ts';

/** Commands for submitted homework, as there is no console yet. */
export const homework: Record<string, Command> = {
  waiting: {
    args: '',
    about: '待批改的作业，最早提交的在前',
    role: 'course_teacher',
    async run({ db }, _args, account) {
      const scope = await readScope(db, account);
      const { rows } = await readWaiting(db, scope, { page: 1, page_size: 100 });
      return formatTable(
        (await readHandInViews(db, rows)).map((view) => [
          view.submit_id,
          `第${view.revision}版`,
          view.submitted_at,
          view.real_name,
          view.content_title,
          view.title,
          `${view.files.length}个文件`,
        ]),
      );
    },
  },
  show: {
    args: '<提交编号>',
    about: '一份作业的内容，文件地址十分钟内有效',
    role: 'course_teacher',
    async run(context, args, account) {
      const [id = ''] = requireArguments(args, '提交编号');
      const { db } = context;
      const row = await findSubmit(db, id);
      const site = row && (await readSite(db, row.site_id));
      const [one] = row?.submitted_at ? await readHandInViews(db, [row]) : [];
      if (!site || !one) throw new HomeworkNotFoundError();
      await requireScope(db, account, [site.site_id], '作业');
      const lines = [
        `${one.real_name}  ${one.content_title}《${one.title}》  ${one.homework_status_name}  第${one.revision}版`,
        one.text,
      ];
      for (const { file_id, name } of one.files) {
        const file = await fileOfOwner(db, { owner_type: ownerType, owner_id: id }, file_id);
        lines.push(`${name}  ${signDownload(context, site, file).url}`);
        await logView(db, {
          submit_id: id,
          file_id,
          viewer_id: account.user_id,
          at: context.now(),
        });
      }
      return lines.join('\n');
    },
  },
  grade: {
    args: '<提交编号> <版本> <得分> [评语]',
    about: '批改一份作业：达到通过分即通过，否则退回（须写评语）',
    role: 'course_teacher',
    async run(context, args, account) {
      const { db, now } = context;
      const [id = '', revision = '', points = ''] = requireArguments(
        args,
        '提交编号',
        '版本',
        '得分',
      );
      if (!/^\d{1,6}$/.test(revision) || !/^\d{1,4}$/.test(points))
        throw new UsageError('版本和得分为整数');
      const grade = {
        revision: Number(revision),
        score: Number(points),
        comment: args.slice(3).join(' ').trim().slice(0, 500),
      };
      const handIn = await findSubmit(db, id);
      if (!handIn) throw new HomeworkNotFoundError();
      const subject = { site_ids: [handIn.site_id], user_ids: [handIn.user_id] };
      await requireSubject(context, account, subject, '作业');
      const row = await db.transaction((tx) =>
        gradeHomework(tx, completion, { submitId: id, grade, graderId: account.user_id }, now()),
      );
      return row.homework_status === 'passed' ? '已通过' : '已退回';
    },
  },
};
