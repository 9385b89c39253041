import type { cardBind } from '@cme/contract/payment';
import type { Db } from '../../platform/database/database.ts';
import type { CallRequest } from '../../platform/http/answer.ts';
import { proofLevel } from '../../platform/http/limits/proof.rules.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import {
  addHits,
  countSince,
  lockKeys,
  returnHits,
  withLimits,
} from '../../person/identity/limits/limit.store.ts';
import { verifyPassword } from '../../person/identity/password.rules.ts';
import { cardState } from './card.rules.ts';
import { type Card, findCard, lockCard, setCard } from './card.store.ts';

const wrongCard = () => new RefusalError(400, '输入的卡号或密码错误', 'bad_request');
/** Wrong attempts within an hour: a person has so many; those on a card cost a proof of work above
 * so many, since anybody can make them. */
const guesses = { ofPerson: 10, freeOfCard: 20, ms: 3_600_000 };

type BindRequest = Pick<CallRequest<typeof cardBind>, 'db' | 'site' | 'person' | 'requireProof'> & {
  body: { card_no: string; password: string };
};

/** Binds a card to a person. A wrong number and a wrong password get the same reply; wrong attempts
 * are limited. */
export async function bindCard(callRequest: BindRequest, now: Date): Promise<Card> {
  const { db, site, body, person } = callRequest;
  const userId = person.user_id;
  const hits = await withLimits(db, userId, (tx) => countGuess(tx, callRequest, now));
  const found = await findCard(db, site.site_id, body.card_no);
  if (!(await verifyPassword(found?.password_hash, body.password)) || !found) throw wrongCard();
  await returnHits(db, hits);
  return db.transaction(async (tx) => {
    const card = await lockCard(tx, found.card_no);
    if (!card) throw wrongCard();
    if (card.bound_user === userId) return card;
    if (card.bound_user !== null) throw new RefusalError(400, '此卡已被用户使用！', 'bad_request');
    const state = cardState(card, now);
    if (state === 'disabled')
      throw new RefusalError(400, '该学习卡处于禁用状态，不可绑定用户', 'bad_request');
    if (state === 'expired') throw new RefusalError(400, '您的学习卡已经过期', 'bad_request');
    if (card.card_type === 'items' && card.items.length === 0)
      throw new RefusalError(400, '该卡未绑定项目，无法添加成功', 'bad_request');
    const bound = { status: 'bound' as const, bound_user: userId, bound_at: now };
    await setCard(tx, card, bound, { actorId: userId, at: now, reason: 'bind' });
    return { ...card, ...bound };
  });
}

/** Counts an attempt before it is checked, so that concurrent ones are not free. */
async function countGuess(
  tx: Db,
  { site, body, person, requireProof }: BindRequest,
  now: Date,
): Promise<string[]> {
  const ofPerson = `card-by:${person.user_id}`;
  const ofCard = `card-at:${site.site_id}/${body.card_no}`;
  await lockKeys(tx, now, [ofPerson, ofCard]);
  const since = new Date(now.getTime() - guesses.ms);
  if ((await countSince(tx, ofPerson, since)) >= guesses.ofPerson)
    throw new RefusalError(429, '尝试次数过多，请稍后再试', 'rate_limited');
  await requireProof(proofLevel((await countSince(tx, ofCard, since)) + 1, guesses.freeOfCard), tx);
  return addHits(tx, now, [{ key: ofPerson }, { key: ofCard }]);
}
