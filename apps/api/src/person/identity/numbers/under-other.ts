import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Keys } from '../secret.rules.ts';

/** Encrypted with another key than the current one. */
export const isUnderOther = (keys: Keys, sealed: SQLWrapper): SQL =>
  sql`(${sealed} <> '' and split_part(${sealed}, '.', 1) <> ${keys.personal[0].id})`;
