import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { readPurchasables } from '../../content/catalogue/package.store.ts';
import { notInScope, type ScopeField, toComplete } from '../../content/catalogue/scope.rules.ts';
import { findScoped } from '../../content/catalogue/scope.store.ts';
import { noCourse, notReady } from '../../study/learning/enrolled.ts';
import { type Offer, evaluateOffers, type OfferState } from './offer.rules.ts';
import { ownedOrPaid } from './reservation.store.ts';

/**
 * Prices of these contents for this person when bought together. Contents that are not on the site
 * are omitted.
 */
export async function readOffers(
  db: Db,
  siteId: string,
  userId: string,
  contentIds: string[],
  now: Date,
): Promise<Offer[]> {
  const found = await readPurchasables(db, siteId, contentIds);
  const purchasables = contentIds.flatMap((id) => found.get(id) ?? []);
  const buyer = await findScoped(db, userId);
  if (!buyer || purchasables.length === 0) return [];
  const owned = await ownedOrPaid(
    db,
    userId,
    purchasables.flatMap(({ content, courses }) => [
      content.content_id,
      ...courses.map(({ content_id }) => content_id),
    ]),
    now,
  );
  return evaluateOffers(purchasables, buyer, owned, now);
}

export const stateNames: Readonly<Record<OfferState | 'price_changed', string>> = {
  ok: '',
  owned: '已拥有',
  in_package: '购物车中的套餐已包含',
  off_shelf: '已下架',
  unready: '内容尚在准备',
  late: '内容尚在准备',
  price_changed: '价格已变动',
  not_for_you: '不在适用范围',
  incomplete: '资料待完善',
  unverified: '资料待核实',
  class_only: '请在培训班页面报名',
};

/** Why an item cannot be bought. */
export function toOfferRefusal(state: OfferState, missing?: ScopeField): RefusalError {
  if (state === 'owned') return new RefusalError(400, '您已拥有该课程，无需重复购买', 'item_owned');
  if (state === 'not_for_you') return new RefusalError(400, notInScope, 'not_in_scope');
  if (state === 'incomplete' && missing)
    return new RefusalError(400, toComplete(missing), 'profile_incomplete', { field: missing });
  if (state === 'unverified')
    return new RefusalError(
      400,
      '该课程限定学员范围，您填报的职称与岗位或单位尚未核实，请在账号设置提交证明或加入单位的申请',
      'fact_unverified',
    );
  if (state === 'class_only') return new RefusalError(400, '培训班请在其页面报名', 'not_found');
  if (state === 'in_package') return new RefusalError(400, '所选套餐已包含该课程', 'item_owned');
  if (state === 'unready' || state === 'late') return notReady(state);
  return noCourse();
}
