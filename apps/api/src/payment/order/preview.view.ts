import { maskIdNumber, maskMobile, type ReplyOf } from '@cme/contract/base';
import type { orderPreview } from '@cme/contract/payment';
import type { Db } from '../../platform/database/database.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { cardState } from '../card/card.rules.ts';
import { readBoundCards } from '../card/card.store.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { countMissingVideos } from '../../content/catalogue/outline.store.ts';
import type { Keys } from '../../person/identity/secret.rules.ts';
import { findUser, unsealIdNumber, unsealMobile } from '../../person/identity/user.store.ts';
import { getOpenedContents } from '../../study/learning/open.action.ts';
import { type Buying, readQuote, getUnlockedContents, type Line } from './quote.view.ts';
import { pendingOn } from './reservation.store.ts';
import { toOrderLine } from './order.view.ts';

/** Totals and buyer as an order would have them now. */
export async function readOrderPreview(
  db: Db,
  keys: Keys,
  buying: Buying,
  now: Date,
): Promise<ReplyOf<typeof orderPreview>> {
  const { lines, total_fen, discount_fen, card_fen, pay_fen, warnings } = await readQuote(
    db,
    buying,
    now,
  );
  const buyer = await findUser(db, buying.userId);
  if (!buyer) throw new Error('the signed-in person was not found');
  const [open] = await pendingOn(db, buying.userId, getUnlockedContents(lines), now);
  const cards = (await readBoundCards(db, buying.userId)).filter(
    (card) => card.card_type === 'money' && cardState(card, now) === 'bound',
  );
  return {
    items: lines.map((line) => toOrderLine(line, now)),
    total: yuan(total_fen),
    discount: yuan(discount_fen),
    card: yuan(card_fen),
    pay: yuan(pay_fen),
    warnings: [
      ...warnings,
      ...(await waitingWords(db, lines)),
      ...(open ? ['您已有包含所选课程的待支付订单'] : []),
    ],
    ...(open ? { pending_order: open.order_code } : {}),
    buyer: {
      real_name: buyer.real_name,
      id_no: maskIdNumber(unsealIdNumber(keys, buyer)),
      mobile: maskMobile(unsealMobile(keys, buyer)),
      unit_name: buyer.unit_name,
    },
    cards: cards.map(({ card_no, left_fen, expire_at }) => ({
      card_no,
      face: yuan(left_fen),
      expire_at: formatTime(expire_at),
    })),
  };
}

/** Warns before payment about videos that are missing. */
async function waitingWords(db: Db, lines: readonly Line[]): Promise<string[]> {
  const waiting = await countMissingVideos(db, getUnlockedContents(lines));
  return lines.flatMap(({ offer: { purchasable } }) => {
    const ids = new Set(getOpenedContents(purchasable));
    const count = [...ids].reduce((sum, id) => sum + (waiting.get(id) ?? 0), 0);
    return count > 0
      ? [`《${purchasable.content.title}》有${count}节视频尚未上线，上线前不能学习`]
      : [];
  });
}
