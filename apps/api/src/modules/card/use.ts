import type { Db } from '../../database.ts';
import { Refusal } from '../../refusal.ts';
import { countStudy } from '../catalogue/catalogue.store.ts';
import { readThings, type Thing } from '../catalogue/package.store.ts';
import { studyEnd } from '../learning/learning.rules.ts';
import { enrol, logState } from '../learning/learning.store.ts';
import { learningsAmong } from '../learning/owned.ts';
import { holdBuyer, holdsOn } from '../order/order.store.ts';
import { takeContents } from '../shopplist/shopplist.store.ts';
import { cardState } from './card.rules.ts';
import { type Card, lockCard, setCard } from './card.store.ts';

/** Opens what an `items` card of the person names, once; undefined when it is not theirs. */
export function useCard(db: Db, siteId: string, userId: string, cardNo: string, now: Date): Promise<string[] | undefined> {
  return db.transaction(async (tx) => {
    await holdBuyer(tx, userId);
    const card = await lockCard(tx, cardNo);
    if (!card || card.bound_user !== userId || card.site_id !== siteId) return undefined;
    if (card.card_type !== 'items') throw new Refusal(400, '该学习卡用于抵扣订单金额，请在确认订单时使用', 'bad_request');
    const things = [...(await readThings(tx, siteId, card.items)).values()];
    const contents = new Map(things.flatMap((thing) => opened(thing).map((id) => [id, thing] as const)));
    const state = cardState(card, now);
    if (state !== 'used_up') await open(tx, card, state, [...contents.keys()], now);
    const learnings = await learningsAmong(tx, userId, [...contents.keys()]);
    return [...learnings.values()].map(({ learning_id }) => learning_id).sort();
  });
}

const opened = ({ content, courses }: Thing): string[] => [...new Set([...courses.map(({ content_id }) => content_id), content.content_id])];

async function open(tx: Db, card: Card, state: string, contentIds: string[], now: Date): Promise<void> {
  const userId = card.bound_user ?? '';
  if (state === 'expired') throw new Refusal(400, '您的学习卡已经过期', 'bad_request');
  if (state !== 'bound') throw new Refusal(400, '该学习卡处于禁用状态，不可使用', 'bad_request');
  const [hold] = await holdsOn(tx, userId, contentIds);
  if (hold) throw new Refusal(400, '卡内课程已有未完成的订单，请先取消订单再使用学习卡', 'order_pending_exists', { order_code: hold.order_code });
  const all = await readThings(tx, card.site_id, contentIds);
  for (const id of contentIds) {
    const content = all.get(id)?.content;
    if (!content) continue;
    const { learning_id, created } = await enrol(tx, {
      site_id: card.site_id, user_id: userId, content_id: id, content_type: content.content_type, source: 'card', source_id: card.card_no, joined_at: now, study_end_at: studyEnd(now, content),
    });
    if (!created) continue;
    await countStudy(tx, card.site_id, id);
    await logState(tx, { entity: 'learning', entity_id: learning_id, from: '', to: 'enrolled', actor_type: 'learner', actor_id: userId, reason: 'card', at: now });
  }
  await takeContents(tx, userId, contentIds);
  await setCard(tx, card, { status: 'used_up', used_at: now }, userId, now, 'use');
}
