import { cardBind, cardUse, orderCreate } from '@cme/contract/payment';
import { sql } from 'drizzle-orm';
import { insertCards } from '../../src/payment/card/card.store.ts';
import { hashPassword } from '../../src/person/identity/password.rules.ts';
import { makePaidCourses } from '../load/shop.ts';
import { mainSite, makeLearners } from '../load/study.ts';
import { crowd, type Race, unexpected } from './race.ts';
import { names, wish } from './shop.ts';

const buyers = 200;
const wishes = 20;
const password = '80012001';
/** Card attempts per person and hour. */
const triesEach = 10;
/** Each person uses a different address, because limits per address are not tested here. */
const useAddress = (index: number) => ({
  headers: { 'X-Forwarded-For': `10.1.${Math.floor(index / 250)}.${(index % 250) + 1}` },
});

/** Two hundred people compete for a card: one binds it, it opens its course once, and pays one of
 * twenty orders. */
export const lastOne: Race = {
  what: `${buyers} people bind the last card at once, its owner uses it ${wishes} times at once, and ${wishes} orders want the last money of another`,
  rounds: 100,
  async run({ context, send }, rounds) {
    const { db } = context;
    const people = await makeLearners(context, buyers * Math.ceil(rounds / triesEach));
    const courses = (await makePaidCourses(context, wishes, 1000)).map(({ id }) => id);
    const password_hash = await hashPassword(password);
    const base = { site_id: mainSite, password_hash, expire_at: new Date(Date.now() + 86_400_000) };
    const wrong: string[] = [];
    const used: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const from = Math.floor(round / triesEach) * buyers;
      const opening = `O${round}`;
      const paying = `M${round}`;
      const [course] = await makePaidCourses(context, 1);
      await insertCards(db, [
        { ...base, card_no: opening, card_type: 'items', items: [course!.id] },
        { ...base, card_no: paying, card_type: 'money', face_fen: 1000, left_fen: 1000 },
      ]);
      const owners: number[] = [];
      const bound = await crowd(buyers, async (index) => {
        await send(
          cardBind,
          { card_no: opening, password },
          people[from + index]!,
          useAddress(from + index),
        );
        owners.push(from + index);
      });
      wrong.push(...unexpected(bound, 'bad_request', 'rate_limited'));
      if (owners.length !== 1) wrong.push(`round ${round}: ${owners.length} owners`);
      const owner = people[owners[0] ?? from]!;
      const opened = await crowd(wishes, () => send(cardUse, { card_no: opening }, owner));
      wrong.push(...unexpected(opened));
      used.push(opening);
      await db.execute(
        sql`update study_card set status = 'bound', bound_at = now(), bound_user = (select bound_user from study_card where card_no = ${opening}) where card_no = ${paying}`,
      );
      const paid = await crowd(wishes, (index) =>
        send(
          orderCreate,
          {
            ...wish(courses[index]!),
            card_no: paying,
            seen_amount: '0.00',
            request_id: `${paying}.${index}`,
          },
          owner,
        ),
      );
      wrong.push(...unexpected(paid, 'bad_request', 'price_changed', 'item_owned'));
      if (paid.answers.length > 1)
        wrong.push(`round ${round}: ${paid.answers.length} orders from one card`);
    }
    const { rows } = await db.execute<{ what: string }>(sql`
      select concat(card_no, ' opened ', count(l.learning_id), ' times') as what from study_card c left join learning l on l.source = 'card' and l.source_id = c.card_no where card_no in ${names(used)} group by card_no having count(l.learning_id) <> 1
      union all select concat(c.card_no, ' has ', left_fen, ' left after ', count(o.order_code), ' orders') from study_card c left join "order" o on o.card_no = c.card_no and o.order_status <> 'closed' where c.card_no like 'M%' group by c.card_no, left_fen having left_fen <> 1000 * (1 - count(o.order_code))`);
    const {
      rows: [spent],
    } = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from study_card where card_no like 'M%' and left_fen = 0`,
    );
    return {
      wrong: [...wrong, ...rows.map(({ what: name }) => name)],
      note: `${spent?.n} cards of money spent, once each`,
    };
  },
};
