import type { Db } from '../../../platform/database/database.ts';
import type { Person } from '../../../platform/context/context.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { isOfType, isOpen, isStudied } from '../../../content/catalogue/catalogue.rules.ts';
import type { ContentRef } from '../../../content/catalogue/catalogue.store.ts';
import { readPurchasables } from '../../../content/catalogue/package.store.ts';
import { scopeRefusal } from '../../../content/catalogue/scope.rules.ts';
import { findScoped } from '../../../content/catalogue/scope.store.ts';
import { noCourse, refuseUnready } from '../enrolled.ts';
import { statusAt } from '../learning.rules.ts';
import { findCurrentLearning } from '../learning.store.ts';
import { getOpenedContents, openContents } from '../open.action.ts';

/** Enrols a person in a free course of the site, or in the courses of a free package. Idempotent,
 * also under concurrency. */
export async function joinFree(
  db: Db,
  site: { site_id: string },
  person: Person,
  ref: ContentRef,
  now: Date,
): Promise<string> {
  const learning = await findCurrentLearning(db, person.user_id, ref.id);
  const purchasable = (await readPurchasables(db, site.site_id, [ref.id])).get(ref.id);
  if (purchasable && !isOfType(purchasable.content.content_type, ref.content_type))
    throw noCourse();
  if (learning && statusAt(learning, now) !== 'expired') return learning.learning_id;
  if (purchasable && !isStudied(purchasable.content.content_type)) throw noCourse();
  if (!purchasable?.shown || purchasable.content.status !== 'on') throw noCourse();
  if (!isOpen(purchasable.content, now))
    throw new RefusalError(
      400,
      now < purchasable.content.start_at ? '课程尚未开始' : '课程已结束',
      'not_in_scope',
    );
  if (purchasable.content.content_type === 'X')
    throw new RefusalError(400, '培训班请在其页面报名', 'not_owned');
  if (purchasable.content.is_free !== 'Y')
    throw new RefusalError(400, '该课程需要购买后学习', 'not_owned');
  refuseUnready(purchasable.readiness, now);
  const learner = await findScoped(db, person.user_id);
  if (!learner) throw noCourse();
  const refusal = scopeRefusal(purchasable.content.apply_scope, learner);
  if (refusal) throw refusal;
  return db.transaction((tx) => {
    const from = {
      site_id: site.site_id,
      user_id: person.user_id,
      source: 'free' as const,
      actor_type: 'learner' as const,
      actor_id: person.user_id,
    };
    return openContents(tx, from, getOpenedContents(purchasable), now);
  });
}
