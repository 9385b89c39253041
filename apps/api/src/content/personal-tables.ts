import {
  deletedOnClosing,
  keptUnnamed,
  ownCondition,
  type PersonalTable,
} from '../platform/personal-data/personal-table.ts';

/** The room's tables with personal data: content of an export, effect of closing the account,
 * retention. A table that is missing here fails the tests. */
export const contentTables: Readonly<Record<string, PersonalTable>> = {
  search_history: deletedOnClosing('搜索记录', ownCondition, '最近十条'),
  favorite: deletedOnClosing('收藏'),
  attachment_download: keptUnnamed('资料下载记录'),
};
