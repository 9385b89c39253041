import type { Db } from '../../platform/database/database.ts';
import { insertCards } from '../../payment/card/card.store.ts';
import { studyEnd } from '../../study/learning/learning.rules.ts';
import { readPurchasables } from '../../content/catalogue/package.store.ts';
import { enrol, findCurrentLearning, updateLearning } from '../../study/learning/learning.store.ts';
import { insertSampleOrder } from '../../payment/order/order.store.ts';
import { createReservations } from '../../payment/order/reservation.store.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { cards } from '@cme/sample/cards';
import { toMoment } from '@cme/sample/moments';
import { sampleOrders, type SampleOrder } from '../orders.ts';
import { sites } from '@cme/sample/sites';

const site_id = sites.find(({ key }) => key === 'main')?.site_id ?? '';

/** Passwords of the sample cards. */
export const cardPasswords = cards.map(({ password }) => password);

/** Study cards, orders and their enrolments. Requires accounts, courses and enrolments. */
export async function insertSampleTrade(
  db: Db,
  hashes: ReadonlyMap<string, string>,
  now: Date,
): Promise<void> {
  await insertCards(
    db,
    cards.map(({ password, bound, expire, ...card }) => ({
      ...card,
      site_id,
      password_hash: hashes.get(password) ?? '',
      expire_at: toMoment(expire, now),
      batch: '2026',
      ...(bound ? { bound_at: toMoment(bound, now) } : {}),
      ...(bound && card.status === 'used_up' ? { used_at: toMoment(bound, now) } : {}),
    })),
  );
  for (const { card_no, items, status, bound_user, bound } of cards) {
    if (status === 'used_up' && bound_user && bound)
      for (const id of items)
        await own(db, bound_user, id, { source: 'card', source_id: card_no }, toMoment(bound, now));
  }
  for (const sample of sampleOrders(now)) await insertOne(db, sample);
}

async function insertOne(db: Db, { order, items }: SampleOrder): Promise<void> {
  await insertSampleOrder(db, { ...order, site_id }, items);
  await logState(db, {
    entity: 'order',
    entity_id: order.order_code,
    from: '',
    to: 'pending',
    actor_type: 'learner',
    actor_id: order.user_id,
    at: order.created_at,
  });
  if (order.order_status !== 'pending') {
    const at = order.paid_at ?? order.closed_at ?? order.created_at;
    await logState(db, {
      entity: 'order',
      entity_id: order.order_code,
      from: 'pending',
      to: order.order_status,
      actor_type: 'system',
      actor_id: '',
      reason: 'sample',
      at,
    });
  }
  if (['pending', 'paid'].includes(order.order_status))
    await createReservations(
      db,
      order.user_id,
      order.order_code,
      items.flatMap(({ content_id, courses }) => [content_id, ...courses]),
    );
  for (const { order_item_id, deliver_status, delivered_at, content_id } of items) {
    if (deliver_status === 'done' && delivered_at)
      await own(
        db,
        order.user_id,
        content_id,
        { source: 'order', source_id: order_item_id },
        delivered_at,
      );
  }
}

/** The enrolment that was opened: the sample's own if there is one, else a new one. */
async function own(
  db: Db,
  userId: string,
  contentId: string,
  from: { source: 'order' | 'card'; source_id: string },
  joinedAt: Date,
): Promise<void> {
  const before = await findCurrentLearning(db, userId, contentId);
  if (before) return updateLearning(db, before.learning_id, from);
  const content = (await readPurchasables(db, site_id, [contentId])).get(contentId)?.content;
  if (!content) throw new Error(`the sample has no content ${contentId}`);
  await enrol(db, {
    site_id,
    user_id: userId,
    content_id: contentId,
    ...from,
    joined_at: joinedAt,
    study_end_at: studyEnd(joinedAt, content),
  });
}
