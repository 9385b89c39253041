import type { InferInsertModel } from 'drizzle-orm';
import { insertCreditRules } from '../src/credits/credits/credits.store.ts';
import type { creditRule } from '../src/credits/credits/credits.tables.ts';
import type { TestApi } from './test-api.ts';

/** The usual yearly requirement of the main site: 90 hours, of them 30 public and 60 professional, and
 * 25 credits. */
export const newCreditRule = (
  { db }: TestApi,
  change: Partial<InferInsertModel<typeof creditRule>> = {},
): Promise<void> =>
  insertCreditRules(db, [
    {
      rule_id: 'a',
      site_id: 'main',
      name: '卫生',
      year: 2025,
      need_hours: 90,
      need_public: 30,
      need_pro: 60,
      need_credits: 25,
      ...change,
    },
  ]);
