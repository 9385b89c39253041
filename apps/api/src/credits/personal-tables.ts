import {
  keptByLaw,
  ownCondition,
  type PersonalTable,
} from '../platform/personal-data/personal-table.ts';

const ledger = '长期，供学分和证书核验（继续医学教育学分管理办法）';

/** The room's tables with personal data: content of an export, effect of closing the account,
 * retention. A table that is missing here fails the tests. */
export const creditsTables: Readonly<Record<string, PersonalTable>> = {
  credit_record: keptByLaw('学时学分台账', ledger),
  credit_waiver: keptByLaw('年度要求减免', ledger, ownCondition, ['reason']),
  declare: keptByLaw('学分申报', ledger),
  declare_refusal: keptByLaw('学分申报的退回和驳回', ledger),
  certificate: { ...keptByLaw('证书', ledger), hidden: ['sha256'] },
};
