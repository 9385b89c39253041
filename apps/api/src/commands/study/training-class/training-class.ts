import { readFile } from 'node:fs/promises';
import { recordShownPeople } from '../../../platform/http/staff-log.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { readContent } from '../../../content/catalogue/catalogue.store.ts';
import { completion } from '../../../credits/certificate/issuing/completion.action.ts';
import { readUsers } from '../../../person/identity/user.store.ts';
import {
  decideMember,
  type Decision,
  moveFromList,
} from '../../../study/training-class/decide.action.ts';
import {
  publishClass,
  publishNotice,
  setSeats,
  setTimetable,
} from '../../../study/training-class/edit/edit.action.ts';
import { parseTimetable } from '../../../study/training-class/edit/edit.rules.ts';
import {
  classStatusAt,
  memberNames,
  statusNames,
} from '../../../study/training-class/training-class.rules.ts';
import {
  isRefusedInTraining,
  readRefusedMembers,
} from '../../../study/training-class/refused.store.ts';
import {
  readClasses,
  readMembers,
  type TrainingClass,
} from '../../../study/training-class/training-class.store.ts';
import { readStates } from '../../../platform/state-log/state-log.store.ts';
import { toActor, classNamed, findOwnClass, step } from './own-class.ts';
import {
  requireReason,
  type Command,
  formatTable,
  requireArguments,
  UsageError,
} from '../../staff/command.ts';
import { signing } from './class-sign.ts';
import { requireSite } from '../../staff/require-site.ts';

const decision = (to: Decision, about: string, wantsReason: boolean): Command => ({
  args: `<班级编号> <手机号或人员编号>${wantsReason ? ' <原因>' : ''}`,
  about,
  role: 'class_teacher',
  async run(context, args, account) {
    const [, , reason = ''] = wantsReason ? requireArguments(args, '班级编号', '人员', '原因') : [];
    const reasonText = wantsReason ? requireReason(reason) : '';
    return step(context, args, account, (membership) =>
      decideMember(
        context.db,
        completion,
        membership,
        { to, reason: reasonText, actor: toActor(account) },
        context.now(),
      ),
    );
  },
});

/** Maximum length of a printed list of members. */
const limit = 5000;

async function describeClass(context: AppContext, trainingClass: TrainingClass): Promise<string> {
  const title = (await readContent(context.db, trainingClass.class_id))?.title ?? '';
  const states = await readStates(context.db, 'class', trainingClass.class_id);
  return formatTable([
    [trainingClass.class_id, statusNames[classStatusAt(trainingClass, context.now())], title],
    [
      '名额',
      `${trainingClass.taken}/${trainingClass.seats}`,
      '候补',
      `${trainingClass.waiting}/${trainingClass.waiting_limit}`,
    ],
    [
      '报名',
      formatTime(trainingClass.enroll_from),
      formatTime(trainingClass.enroll_to),
      trainingClass.review === 'Y' ? '须审核' : '',
    ],
    [
      '培训',
      formatTime(trainingClass.start_at),
      formatTime(trainingClass.end_at),
      trainingClass.place,
    ],
    ['签到屏', `个人中心 /user/trainingclass?screen=${trainingClass.class_id}`],
    ...trainingClass.timetable.map(({ day, from, to, title: lesson, teacher, place }) => [
      '课程表',
      day,
      `${from}—${to}`,
      lesson,
      teacher,
      place,
    ]),
    ...trainingClass.notices.map((notice) => [
      '通知',
      formatTime(new Date(notice.publish_at)),
      notice.title,
    ]),
    ...states.map(({ at, actor_id, from, to }) => ['变更', formatTime(at), actor_id, from, to]),
  ]);
}

async function formatMembers(
  { db }: AppContext,
  trainingClass: TrainingClass,
  status: string | undefined,
): Promise<string> {
  const rows = (await readMembers(db, trainingClass.class_id, limit)).filter(
    ({ member_status }) => status === undefined || memberNames[member_status] === status,
  );
  recordShownPeople(rows.map(({ user_id }) => user_id));
  const users = await readUsers(
    db,
    rows.map(({ user_id }) => user_id),
  );
  const refused = (
    await readRefusedMembers(
      db,
      trainingClass.site_id,
      rows.map(({ user_id }) => user_id),
    )
  ).filter(({ class_id }) => class_id !== trainingClass.class_id);
  const formatEarlierRefusal = (userId: string) =>
    isRefusedInTraining(refused, userId, trainingClass) ? '曾在本培训其他期次未通过或被移出' : '';
  return formatTable(
    rows.map(({ user_id, member_status, number, applied_at }) => {
      const person = users.get(user_id);
      const name = person ? `${person.real_name}  ${person.unit_name}` : '（没有账号）';
      const columns = [number, user_id, memberNames[member_status], name, formatTime(applied_at)];
      return [...columns, formatEarlierRefusal(user_id)];
    }),
  );
}

/** Reads a local text file. */
async function written(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new NotPossibleError(`不能读取文件 ${path}`);
  }
}

/** Training class commands: admission and notices. Free seats go to the waiting list
 * automatically. */
export const trainingclass: Record<string, Command> = {
  list: {
    args: '<站点>',
    about: '站点的培训班',
    async run(context, args) {
      const [word = ''] = requireArguments(args, '站点');
      const { site_id } = await requireSite(context.db, word);
      const rows = await readClasses(context.db, site_id, 500);
      const titles = await Promise.all(
        rows.map(({ class_id }) => readContent(context.db, class_id)),
      );
      return formatTable(
        rows.map((trainingClass, index) => [
          trainingClass.class_id,
          statusNames[classStatusAt(trainingClass, context.now())],
          `名额${trainingClass.taken}/${trainingClass.seats}`,
          `候补${trainingClass.waiting}`,
          titles[index]?.title ?? '',
        ]),
      );
    },
  },
  show: {
    args: '<班级编号>',
    about: '一个班的名额、课程表、通知和变更记录',
    async run(context, args) {
      const [class_id = ''] = requireArguments(args, '班级编号');
      return describeClass(context, await classNamed(context, class_id));
    },
  },
  members: {
    args: '<班级编号> [状态]',
    about: `报名的人（状态如 ${memberNames.applied}、${memberNames.waiting}、${memberNames.admitted}）`,
    role: 'class_teacher',
    async run(context, args, account) {
      const [class_id = ''] = requireArguments(args, '班级编号');
      return formatMembers(context, await findOwnClass(context, class_id, account), args[1]);
    },
  },
  approve: decision('admitted', '同意报名，开通课程', false),
  refuse: decision('rejected', '不同意报名，原因告知本人', true),
  remove: decision('removed', '移出培训班，收回课程，名额给候补的第一人', true),
  move: {
    args: '<班级编号> <手机号或人员编号> <原因>',
    about: '不按顺序从候补录取；名额已满时增加一个名额',
    role: 'class_teacher',
    async run(context, args, account) {
      const [, , word = ''] = requireArguments(args, '班级编号', '人员', '原因');
      const reason = requireReason(word);
      return step(context, args, account, (membership) =>
        moveFromList(context.db, membership, { reason, actor: toActor(account) }, context.now()),
      );
    },
  },
  seats: {
    args: '<班级编号> <名额>',
    about: '更改名额；增加的名额按顺序给候补的人',
    role: 'class_teacher',
    async run(context, args, account) {
      const [class_id = '', number = ''] = requireArguments(args, '班级编号', '名额');
      if (!/^[1-9]\d{0,4}$/.test(number)) throw new UsageError('名额应为1到99999的整数');
      await findOwnClass(context, class_id, account);
      const { taken, waiting } = await setSeats(
        context.db,
        { class_id, seats: Number(number) },
        toActor(account),
        context.now(),
      );
      return `名额${taken}/${number}，候补${waiting}`;
    },
  },
  publish: {
    args: '<班级编号>',
    about: '发布培训班',
    role: 'class_teacher',
    async run(context, args, account) {
      const [class_id = ''] = requireArguments(args, '班级编号');
      await findOwnClass(context, class_id, account);
      const isNew = await publishClass(context.db, class_id, toActor(account), context.now());
      return isNew ? '已发布' : '原本就已发布';
    },
  },
  timetable: {
    args: '<班级编号> <JSON文件>',
    about: '发布课程表并通知学员：[{"day":"2026-03-02","from":"09:00","to":"11:30","title":"…"}]',
    role: 'class_teacher',
    async run(context, args, account) {
      const [class_id = '', path = ''] = requireArguments(args, '班级编号', 'JSON文件');
      await findOwnClass(context, class_id, account);
      const timetable = parseTimetable(await written(path));
      if (typeof timetable === 'string') throw new NotPossibleError(timetable);
      const isNew = await setTimetable(
        context.db,
        { class_id, timetable },
        toActor(account),
        context.now(),
      );
      return isNew ? `已发布课程表，共${timetable.length}节` : '课程表没有变化';
    },
  },
  ...signing,
  notice: {
    args: '<班级编号> <标题> <正文>',
    about: '发布通知并告知学员（正文中换行分段）',
    role: 'class_teacher',
    async run(context, args, account) {
      const [class_id = '', heading = '', text = ''] = requireArguments(
        args,
        '班级编号',
        '标题',
        '正文',
      );
      if ([...heading].length > 100) throw new NotPossibleError('标题最多100个字');
      if ([...text].length > 5000) throw new NotPossibleError('正文最多5000个字');
      await findOwnClass(context, class_id, account);
      const notice = { class_id, heading, text };
      const isNew = await publishNotice(context.db, notice, toActor(account), context.now());
      return isNew ? '已发布通知' : '已发布过相同的通知';
    },
  },
};
