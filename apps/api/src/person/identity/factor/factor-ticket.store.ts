import { and, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { newSecret, secretHash } from '../secret.rules.ts';
import type { UserRow } from '../user.store.ts';
import { factorTicket } from './factor.tables.ts';

const lifeMs = 300_000;
export type FactorTicket = typeof factorTicket.$inferSelect;

const hashPasswordMark = ({ password_hash }: Pick<UserRow, 'password_hash'>) =>
  secretHash(password_hash);

/** The first step of a sign-in was right: a ticket for the second one. */
export async function newFactorTicket(
  tx: Db,
  now: Date,
  person: UserRow,
  kind: FactorTicket['kind'],
): Promise<string> {
  const ticket = newSecret();
  const { site_id, user_id } = person;
  await tx.insert(factorTicket).values({
    hash: secretHash(ticket),
    site_id,
    user_id,
    kind,
    password_mark: hashPasswordMark(person),
    expires_at: new Date(now.getTime() + lifeMs),
  });
  return ticket;
}

const isValid = (ticket: string, siteId: string, now: Date) =>
  and(
    eq(factorTicket.hash, secretHash(ticket)),
    eq(factorTicket.site_id, siteId),
    gt(factorTicket.expires_at, now),
  );

export async function readFactorTicket(
  db: Db,
  now: Date,
  siteId: string,
  ticket: string,
): Promise<FactorTicket | undefined> {
  const [row] = await db
    .select()
    .from(factorTicket)
    .where(isValid(ticket, siteId, now));
  return row;
}

/** Consumes the ticket; false if it is not valid any more, or the password has changed. */
export async function spendFactorTicket(
  tx: Db,
  now: Date,
  person: UserRow,
  ticket: string,
): Promise<boolean> {
  const rows = await tx
    .delete(factorTicket)
    .where(isValid(ticket, person.site_id, now))
    .returning();
  return rows[0]?.password_mark === hashPasswordMark(person);
}

export async function sweepFactorTickets(db: Db, now: Date): Promise<void> {
  await db.delete(factorTicket).where(lt(factorTicket.expires_at, now));
}
