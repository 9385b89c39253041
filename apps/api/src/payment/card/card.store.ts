import { and, desc, eq, type InferInsertModel, type InferSelectModel } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { studyCard } from './card.tables.ts';

export type Card = InferSelectModel<typeof studyCard>;

export async function findCard(db: Db, siteId: string, cardNo: string): Promise<Card | undefined> {
  const [row] = await db
    .select()
    .from(studyCard)
    .where(and(eq(studyCard.card_no, cardNo), eq(studyCard.site_id, siteId)));
  return row;
}

/** The card, locked until the transaction ends. */
export async function lockCard(tx: Db, cardNo: string): Promise<Card | undefined> {
  const [row] = await tx
    .select()
    .from(studyCard)
    .where(eq(studyCard.card_no, cardNo))
    .for('update');
  return row;
}

/** The card that a person wants to use. */
export interface CardUse {
  siteId: string;
  userId: string;
  cardNo: string;
}

export const readBoundCards = (db: Db, userId: string): Promise<Card[]> =>
  db
    .select()
    .from(studyCard)
    .where(eq(studyCard.bound_user, userId))
    .orderBy(desc(studyCard.bound_at), desc(studyCard.card_no));

export async function setCard(
  tx: Db,
  before: Card,
  set: Partial<InferInsertModel<typeof studyCard>>,
  { actorId, at, reason = '' }: { actorId: string; at: Date; reason?: string },
): Promise<void> {
  await tx.update(studyCard).set(set).where(eq(studyCard.card_no, before.card_no));
  if (set.status && set.status !== before.status) {
    await logState(tx, {
      entity: 'card',
      entity_id: before.card_no,
      from: before.status,
      to: set.status,
      actor_type: 'learner',
      actor_id: actorId,
      reason,
      at,
    });
  }
}

/** Debits a card for an order; false if the balance is too low. */
export async function chargeCard(
  tx: Db,
  cardNo: string,
  userId: string,
  fen: number,
  at: Date,
): Promise<boolean> {
  if (fen === 0) return true;
  const card = await lockCard(tx, cardNo);
  if (
    !card ||
    card.bound_user !== userId ||
    card.card_type !== 'money' ||
    card.status !== 'bound' ||
    card.expire_at <= at ||
    card.left_fen < fen
  )
    return false;
  const left_fen = card.left_fen - fen;
  await setCard(
    tx,
    card,
    { left_fen, ...(left_fen === 0 ? { status: 'used_up' as const, used_at: at } : {}) },
    { actorId: userId, at, reason: 'order' },
  );
  return true;
}

/** Credits the card when an order is closed or refunded. */
export async function refundToCard(tx: Db, cardNo: string, fen: number, at: Date): Promise<void> {
  if (fen === 0) return;
  const card = await lockCard(tx, cardNo);
  if (!card) throw new Error('the card of an order was not found');
  await setCard(
    tx,
    card,
    {
      left_fen: card.left_fen + fen,
      ...(card.status === 'used_up' ? { status: 'bound' as const, used_at: null } : {}),
    },
    { actorId: card.bound_user ?? '', at, reason: 'returned' },
  );
}

export const insertCards = async (
  db: Db,
  rows: InferInsertModel<typeof studyCard>[],
): Promise<void> => {
  if (rows.length > 0) await db.insert(studyCard).values(rows);
};
