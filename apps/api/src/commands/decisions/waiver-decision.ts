import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { waiverNames } from '../../credits/credits/due.rules.ts';
import { type NewWaiver, giveWaiver, findWaiver } from '../../credits/credits/waiver.store.ts';
import { findUser } from '../../person/identity/user.store.ts';
import { waiverKinds } from '../../credits/credits/credits.tables.ts';
import type { AppContext } from '../../platform/context/context.ts';
import type { Decision } from './decision.ts';

/** Arguments of a proposal: person and year, kind, percent, reason. */
async function parseWaiver(
  { db }: AppContext,
  [subject = '', kind_ = '', percent_ = '', reason = '']: readonly string[],
): Promise<NewWaiver & { name: string }> {
  const [user_id = '', year_ = ''] = subject.split('/');
  const person = await findUser(db, user_id);
  const kind = waiverKinds.find((kind) => kind === kind_);
  if (!person || !kind) throw new NotPossibleError('没有这个人，或类别有误');
  const { site_id, real_name: name } = person;
  return { site_id, user_id, year: Number(year_), kind, percent: Number(percent_), reason, name };
}

/** A waiver of a share of an annual requirement. */
export const waiverDecision: Decision = {
  role: 'credit_auditor',
  async subject(context, request) {
    const { site_id, user_id } = await parseWaiver(context, request);
    return { site_ids: [site_id], user_ids: [user_id] };
  },
  async facts(context, request) {
    const { name, user_id, year, kind, percent, reason } = await parseWaiver(context, request);
    if (await findWaiver(context.db, user_id, year))
      throw new NotPossibleError('该年度已有减免，请先撤销');
    return `${name} ${year}年度要求减免${percent}%（${waiverNames[kind]}）：${reason}`;
  },
  async run(context, request, people) {
    const { name: _, ...waiver } = await parseWaiver(context, request);
    await giveWaiver(context.db, waiver, people, context.now());
    return '已减免';
  },
};
