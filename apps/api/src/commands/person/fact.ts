import { fileOwner, logFact } from '../../person/fact/ask.action.ts';
import { readDeciders } from '../../person/fact/decide.action.ts';
import { kindNames, valueName } from '../../person/fact/fact.rules.ts';
import { readPersonFacts, readWaitingFacts } from '../../person/fact/fact.store.ts';
import { readOwnerFiles } from '../../person/file/attach.action.ts';
import { readUsers } from '../../person/identity/user.store.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { proposeRequest } from '../decisions/approval.ts';
import { decide, findCentreFact, isChange } from '../decisions/fact-decision.ts';
import { decideRequests } from './requests.ts';

/** Commands for facts about people's work that no unit decides. */
export const fact = decideRequests({
  about: {
    waiting: '本站待中心审核的职称与岗位申请（没有单位或单位没有管理员），最早的在前',
    show: '一项申请和它的证明（地址十分钟内有效），查看会被记录',
    approve: '通过：核实已填报的由一人办理，变更须由另一人确认',
  },
  fileOwner,
  async readWaiting(db, siteId) {
    const rows = await readWaitingFacts(db, siteId);
    const users = await readUsers(
      db,
      rows.map(({ user_id }) => user_id),
    );
    const shown: { user_id: string; line: string[] }[] = [];
    for (const { fact_id, user_id, kind, value, created_at } of rows) {
      const person = users.get(user_id);
      if (!person || kind === 'unit_id' || (await readDeciders(db, person)).length > 0) continue;
      const change = `${kindNames[kind]}：${valueName(kind, value)}`;
      shown.push({ user_id, line: [fact_id, formatTime(created_at), person.real_name, change] });
    }
    return shown;
  },
  find: findCentreFact,
  async show({ db }, id, { row, person }) {
    const { user_id, site_id, kind, value, effective_from } = row;
    if (kind === 'unit_id') throw new NotPossibleError('没有这项申请，或已处理');
    const lines = [
      `${person.real_name}  ${person.unit_name}  ${person.title_name}`,
      `${kindNames[kind]}  ${valueName(kind, person[kind])} → ${valueName(kind, value)}  自${effective_from}起`,
    ];
    // A person may have left the unit that refused them.
    for (const before of await readPersonFacts(db, user_id))
      if (before.kind === kind && before.fact_status === 'rejected')
        lines.push(`此前未通过  ${valueName(kind, before.value)}  ${before.reply}`);
    const proofs = (await readOwnerFiles(db, fileOwner, [id])).get(id) ?? [];
    return { user_id, site_id, lines, proofs };
  },
  logView: (db, id, actor, now) => logFact(db, id, ['waiting', 'viewed'], actor, now),
  async approve(context, id, { row, person }, account) {
    if (isChange(row, person)) return proposeRequest(context, 'fact_change', [id], account);
    await decide(context, { fact_id: id, decision: 'approve', reason: '' }, account.user_id);
    return '已核实';
  },
  async reject(context, id, reason, account) {
    await decide(context, { fact_id: id, decision: 'refuse', reason }, account.user_id);
  },
});
