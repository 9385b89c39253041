import { personTables } from '../../person/personal-tables.ts';
import { contentTables } from '../../content/personal-tables.ts';
import { studyTables } from '../../study/personal-tables.ts';
import { creditsTables } from '../../credits/personal-tables.ts';
import { paymentTables } from '../../payment/personal-tables.ts';
import { screensTables } from './personal-tables.ts';
import type { PersonalTable } from '../../platform/personal-data/personal-table.ts';

/** All tables with personal data by name, as the rooms list them. */
export const personalTables: Readonly<Record<string, PersonalTable>> = {
  ...personTables,
  ...contentTables,
  ...studyTables,
  ...creditsTables,
  ...paymentTables,
  ...screensTables,
};

/** Columns that refer to staff in their role, a device or a total, not to a person's own data. */
export const notPersonal: Readonly<Record<string, string>> = {
  approval: 'staff who decide',
  declare_view: 'staff who looked',
  homework_view: 'staff who looked',
  news_reader: 'a keyed hash that is made anew each day',
  state_log: 'ids alone, kept for ever as the record of decisions',
};

/** Secrets, a client's own keys, and deciding staff. */
const secret = /(^|_)(hash|token)$|_by$|^request_id$/;
/** Columns of a table that an export omits. */
export const isHidden = (table: string, column: string): boolean =>
  secret.test(column) || (personalTables[table]?.hidden ?? []).includes(column);
