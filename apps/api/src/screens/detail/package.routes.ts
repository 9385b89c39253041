import { packageDetail } from '@cme/contract/content';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { learningsAmong } from '../../study/learning/owned.store.ts';
import { ownedOrPaid } from '../../payment/order/reservation.store.ts';
import { yuan } from '../../platform/money/money.rules.ts';
import { cardsById } from '../../content/catalogue/lists/card.store.ts';
import { contentOr404 } from '../../study/learning/visible-content.ts';
import { learningAt } from '../../study/learning/my-learning.view.ts';
import type { ReadDetail } from '../../study/detail/detail.view.ts';
import { packagePrice, splitInProportion } from '../../content/catalogue/package.rules.ts';
import { packageCourses } from '../../content/catalogue/package-courses.store.ts';

export function registerPackage(
  app: FastifyInstance,
  context: AppContext,
  readDetail: ReadDetail,
): void {
  answer(app, context, packageDetail, async ({ body, site, db, person }) => {
    const now = context.now();
    const placed = await contentOr404(
      db,
      site.site_id,
      { content_type: 'P', id: body.id },
      person?.user_id,
    );
    const { content } = placed;
    const courses = (await packageCourses(db, [body.id])).get(body.id) ?? [];
    const ids = courses.map(({ content_id }) => content_id);
    const cards = await cardsById(db, site.site_id, ids);
    const owned = person
      ? await ownedOrPaid(db, person.user_id, [...ids, body.id], now)
      : new Set<string>();
    const learnings = person
      ? await learningsAmong(db, person.user_id, ids)
      : new Map<string, never>();
    const shares = splitInProportion(
      content.price_fen,
      courses.map(({ price_fen }) => price_fen),
    );
    const { saved_fen, pay_fen } = packagePrice(content.price_fen, courses, owned);
    const rows = courses.flatMap(({ content_id, required }, index) => {
      const course = cards.get(content_id);
      const learning = learnings.get(content_id);
      if (!course) return [];
      return [
        {
          course,
          required,
          share: yuan(shares[index] ?? 0),
          owned: owned.has(content_id) ? ('Y' as const) : ('N' as const),
          ...(learning ? { my_learning: learningAt(learning, now) } : {}),
        },
      ];
    });
    return {
      ...(await readDetail(db, site.site_id, placed, person?.user_id, now)),
      courses: rows,
      saved: yuan(saved_fen),
      pay: yuan(pay_fen),
    };
  });
}
