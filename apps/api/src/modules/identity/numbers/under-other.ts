import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { Keys } from '../secret.rules.ts';

/** Sealed, and not with the key that writes. */
export const isUnderOther = (keys: Keys, sealed: SQLWrapper): SQL =>
  sql`(${sealed} <> '' and split_part(${sealed}, '.', 1) <> ${keys.personal[0].id})`;
