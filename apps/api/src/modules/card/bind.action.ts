import type { Db } from '../../database/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { withLimits, consume } from '../identity/limits/limit.store.ts';
import { verifyPassword } from '../identity/account/password.rules.ts';
import { cardState } from './card.rules.ts';
import { type Card, findCard, lockCard, setCard } from './card.store.ts';

const wrongCard = () => new Refusal(400, '输入的卡号或密码错误', 'bad_request');
/** Rate limits of attempts: per person, per card, per address. */
const guesses = { person: 10, card: 20, address: 60, seconds: 3600 };

/** Binds a card to a person. A wrong number and a wrong password get the same reply; attempts are
 * rate-limited. */
export async function bindCard(
  db: Db,
  siteId: string,
  userId: string,
  credentials: { card_no: string; password: string },
  address: string,
  now: Date,
): Promise<Card> {
  const { seconds } = guesses;
  const full = await withLimits(db, address, (tx) =>
    consume(tx, now, [
      { key: `card-by:${userId}`, max: guesses.person, seconds },
      { key: `card-at:${siteId}/${credentials.card_no}`, max: guesses.card, seconds },
      { key: `card-from:${address}`, max: guesses.address, seconds },
    ]),
  );
  if (full) throw new Refusal(429, '尝试次数过多，请稍后再试', 'rate_limited');
  const found = await findCard(db, siteId, credentials.card_no);
  if (!(await verifyPassword(found?.password_hash, credentials.password)) || !found)
    throw wrongCard();
  return db.transaction(async (tx) => {
    const card = await lockCard(tx, found.card_no);
    if (!card) throw wrongCard();
    if (card.bound_user === userId) return card;
    if (card.bound_user !== null) throw new Refusal(400, '此卡已被用户使用！', 'bad_request');
    const state = cardState(card, now);
    if (state === 'disabled')
      throw new Refusal(400, '该学习卡处于禁用状态，不可绑定用户', 'bad_request');
    if (state === 'expired') throw new Refusal(400, '您的学习卡已经过期', 'bad_request');
    if (card.card_type === 'items' && card.items.length === 0)
      throw new Refusal(400, '该卡未绑定项目，无法添加成功', 'bad_request');
    const bound = { status: 'bound' as const, bound_user: userId, bound_at: now };
    await setCard(tx, card, bound, userId, now, 'bind');
    return { ...card, ...bound };
  });
}
