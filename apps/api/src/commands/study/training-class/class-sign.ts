import { recordShownPeople } from '../../../platform/http/staff-log.ts';
import { formatTime } from '../../../platform/http/format-time.ts';
import { classEffects } from '../../../credits/certificate/issuing/of-class.action.ts';
import { readUsers } from '../../../person/identity/user.store.ts';
import { requireLesson, writeSign } from '../../../study/training-class/sign.action.ts';
import { sessionId, signNames } from '../../../study/training-class/sign.rules.ts';
import { readSignsAt } from '../../../study/training-class/sign.store.ts';
import { readPresent } from '../../../study/training-class/training-class.store.ts';
import { signStatuses } from '../../../study/training-class/training-class.tables.ts';
import { toActor, findOwnClass, step } from './own-class.ts';
import {
  requireReason,
  type Command,
  formatTable,
  requireArguments,
  UsageError,
} from '../../staff/command.ts';

/** Attendance commands of a class. */
export const signing: Record<string, Command> = {
  sign: {
    args: '<班级编号> <手机号或人员编号> <课次> <signed|late|leave|absent> <原因>',
    about: '补签、请假或更正签到；课次如 2026-03-02-0900',
    role: 'class_teacher',
    async run(context, args, account) {
      const [, , session = '', to = '', word = ''] = requireArguments(
        args,
        '班级编号',
        '人员',
        '课次',
        '签到结果',
        '原因',
      );
      const sign_status = signStatuses.find((status) => status === to);
      if (!sign_status) throw new UsageError('签到结果应为 signed、late、leave 或 absent');
      const trainingClass = await findOwnClass(context, args[0] ?? '', account);
      const lesson = requireLesson(trainingClass, session);
      const actor = { sign_status, reason: requireReason(word), actor: toActor(account) };
      return step(context, args, account, ({ user_id }) =>
        writeSign(
          context.db,
          classEffects,
          { trainingClass, lesson, user_id, ...actor },
          context.now(),
        ),
      );
    },
  },
  signs: {
    args: '<班级编号> <课次>',
    about: '一节课的签到情况，没有签到的人也列出',
    role: 'class_teacher',
    async run(context, args, account) {
      const [class_id = '', session = ''] = requireArguments(args, '班级编号', '课次');
      const trainingClass = await findOwnClass(context, class_id, account);
      const lesson = requireLesson(trainingClass, session);
      const rows = await readSignsAt(context.db, class_id, sessionId(lesson));
      const members = await readPresent(context.db, class_id);
      recordShownPeople(members.map(({ user_id }) => user_id));
      const people = await readUsers(
        context.db,
        members.map(({ user_id }) => user_id),
      );
      return formatTable(
        members.map(({ user_id }) => {
          const row = rows.find((row) => row.user_id === user_id);
          return [
            user_id,
            people.get(user_id)?.real_name ?? '',
            row ? signNames[row.sign_status] : '未签到',
            row ? formatTime(row.signed_at) : '',
            row?.reason ?? '',
          ];
        }),
      );
    },
  },
};
