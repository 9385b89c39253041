import { and, desc, eq, isNull, type InferSelectModel } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { requireTwo, type TwoPeople } from '../../person/approval/approval.store.ts';
import { creditWaiver } from './credits.tables.ts';

export type Waiver = InferSelectModel<typeof creditWaiver>;

/** The waivers in effect for a person's year. */
export async function findWaiver(
  db: Db,
  userId: string,
  year: number,
): Promise<Waiver | undefined> {
  const [row] = await db
    .select()
    .from(creditWaiver)
    .where(
      and(
        eq(creditWaiver.user_id, userId),
        eq(creditWaiver.year, year),
        isNull(creditWaiver.revoked_at),
      ),
    );
  return row;
}

/** All waivers of a person, including revoked ones. */
export const readWaivers = (db: Db, userId: string): Promise<Waiver[]> =>
  db
    .select()
    .from(creditWaiver)
    .where(eq(creditWaiver.user_id, userId))
    .orderBy(desc(creditWaiver.given_at));

export type NewWaiver = Pick<
  Waiver,
  'site_id' | 'user_id' | 'year' | 'kind' | 'percent' | 'reason'
>;

/** Waives a share of a year's requirement; needs two people. */
export const giveWaiver = (
  db: Db,
  waiver: NewWaiver,
  people: TwoPeople,
  givenAt: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    requireTwo(people, '年度要求减免');
    const { proposed_by, confirmed_by: given_by } = people;
    const waiver_id = ulid(givenAt.getTime());
    const created = await tx
      .insert(creditWaiver)
      .values({ ...waiver, waiver_id, proposed_by, given_by, given_at: givenAt })
      .onConflictDoNothing()
      .returning({ id: creditWaiver.waiver_id });
    if (created.length === 0) throw new NotPossibleError('该年度已有减免，请先撤销');
    await log(
      tx,
      { waiverId: waiver_id, from: '', to: 'given' },
      { actorId: given_by, reason: waiver.reason },
      givenAt,
    );
  });

export const revokeWaiver = (
  db: Db,
  { waiver_id }: Pick<Waiver, 'waiver_id'>,
  by: { actor_id: string; reason: string },
  at: Date,
): Promise<void> =>
  db.transaction(async (tx) => {
    const gone = await tx
      .update(creditWaiver)
      .set({ revoked_at: at })
      .where(and(eq(creditWaiver.waiver_id, waiver_id), isNull(creditWaiver.revoked_at)))
      .returning({ id: creditWaiver.waiver_id });
    if (gone.length === 0) throw new NotPossibleError('该减免已撤销');
    await log(
      tx,
      { waiverId: waiver_id, from: 'given', to: 'revoked' },
      { actorId: by.actor_id, reason: by.reason },
      at,
    );
  });

const log = (
  tx: Db,
  { waiverId, from, to }: { waiverId: string; from: string; to: string },
  { actorId, reason }: { actorId: string; reason: string },
  at: Date,
) =>
  logState(tx, {
    entity: 'credit_waiver',
    entity_id: waiverId,
    from,
    to,
    actor_type: 'staff',
    actor_id: actorId,
    reason,
    at,
  });
