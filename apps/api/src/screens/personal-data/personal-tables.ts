import {
  deletedOnClosing,
  keptByLaw,
  ownCondition,
  type PersonalTable,
} from '../../platform/personal-data/personal-table.ts';

/** The room's tables with personal data: content of an export, effect of closing the account,
 * retention. A table that is missing here fails the tests. */
export const screensTables: Readonly<Record<string, PersonalTable>> = {
  data_export: { ...deletedOnClosing('个人数据导出', ownCondition, '24小时'), hidden: ['file_id'] },
  account_closing: keptByLaw('注销申请', '长期，作为已征得同意和已按申请注销的证明'),
};
