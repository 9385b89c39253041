import { recordShownPeople } from '../../platform/http/staff-log.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { NotPossible } from '../../platform/http/not-possible.ts';
import { fileOfOwner, filesOf } from '../../person/file/attach.action.ts';
import { downloadOf } from '../../person/file/download.ts';
import { fileOwner, logFact } from '../../person/fact/ask.action.ts';
import { decidersOf } from '../../person/fact/decide.action.ts';
import { kindNames, valueName } from '../../person/fact/fact.rules.ts';
import { factsOf, readWaitingFacts } from '../../person/fact/fact.store.ts';
import { findUser, readUsers } from '../../person/identity/user.store.ts';
import { readSite } from '../../platform/sites/site.store.ts';
import { proposeRequest } from '../decisions/approval.ts';
import { decide, findCentreFact, isChange } from '../decisions/fact-decision.ts';
import { reasonOf, type Command, formatTable, requireArguments } from '../staff/command.ts';

/** Commands for facts about people's work that no unit decides. */
export const fact: Record<string, Command> = {
  waiting: {
    args: '',
    about: '本站待中心审核的职称与岗位申请（没有单位或单位没有管理员），最早的在前',
    role: 'certificate_officer',
    async run({ db }, _, account) {
      const site_id = (await findUser(db, account.user_id))?.site_id ?? '';
      const rows = await readWaitingFacts(db, site_id);
      const users = await readUsers(
        db,
        rows.map(({ user_id }) => user_id),
      );
      const lines: (readonly string[])[] = [];
      const shown: string[] = [];
      for (const { fact_id, user_id, kind, value, created_at } of rows) {
        const person = users.get(user_id);
        if (!person || kind === 'unit_id' || (await decidersOf(db, person)).length > 0) continue;
        const change = `${kindNames[kind]}：${valueName(kind, value)}`;
        lines.push([fact_id, formatTime(created_at), person.real_name, change]);
        shown.push(user_id);
      }
      recordShownPeople(shown);
      return formatTable(lines);
    },
  },
  show: {
    args: '<申请编号>',
    about: '一项申请和它的证明（地址十分钟内有效），查看会被记录',
    role: 'certificate_officer',
    async run(context, args, account) {
      const [id = ''] = requireArguments(args, '申请编号');
      const { db } = context;
      const { row, person } = await findCentreFact(context, id, account);
      const site = await readSite(db, row.site_id);
      if (!site || row.kind === 'unit_id') throw new NotPossible('没有这项申请，或已处理');
      recordShownPeople([row.user_id]);
      const { kind, value, effective_from } = row;
      const lines = [
        `${person.real_name}  ${person.unit_name}  ${person.title_name}`,
        `${kindNames[kind]}  ${valueName(kind, person[kind])} → ${valueName(kind, value)}  自${effective_from}起`,
      ];
      // A person may have left the unit that refused them.
      for (const before of await factsOf(db, row.user_id))
        if (before.kind === kind && before.fact_status === 'rejected')
          lines.push(`此前未通过  ${valueName(kind, before.value)}  ${before.reply}`);
      for (const { file_id, name } of (await filesOf(db, fileOwner, [id])).get(id) ?? []) {
        const file = await fileOfOwner(db, { owner_type: fileOwner, owner_id: id }, file_id);
        lines.push(`${name}  ${downloadOf(context, site, file).url}`);
      }
      const actor = { actor_type: 'staff' as const, actor_id: account.user_id };
      await logFact(db, id, ['waiting', 'viewed'], actor, context.now());
      return lines.join('\n');
    },
  },
  approve: {
    args: '<申请编号>',
    about: '通过：核实已填报的由一人办理，变更须由另一人确认',
    role: 'certificate_officer',
    async run(context, args, account) {
      const [id = ''] = requireArguments(args, '申请编号');
      const { row, person } = await findCentreFact(context, id, account);
      if (isChange(row, person)) return proposeRequest(context, 'fact_change', [id], account);
      await decide(context, { fact_id: id, decision: 'approve', reason: '' }, account.user_id);
      return '已核实';
    },
  },
  reject: {
    args: '<申请编号> <原因>',
    about: '不通过，原因会告诉申请人',
    role: 'certificate_officer',
    async run(context, args, account) {
      const [id = '', word = ''] = requireArguments(args, '申请编号', '原因');
      await findCentreFact(context, id, account);
      const verdict = { fact_id: id, decision: 'refuse' as const, reason: reasonOf(word) };
      await decide(context, verdict, account.user_id);
      return '已退回';
    },
  },
};
