import { isTaxNo } from '@cme/contract/payment';
import type { AppContext } from '../../../platform/context/context.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { logState } from '../../../platform/state-log/state-log.store.ts';
import { storeSeller, type Seller } from './batch.store.ts';

const rates = ['免税', '不征税', '0', '0.01', '0.015', '0.03', '0.05', '0.06', '0.09', '0.13'];

/** What is wrong with a seller, for finance. */
function findFault({
  name,
  tax_no,
  item_name,
  item_code,
  rate,
  policy,
}: Omit<Seller, 'updated_at'>) {
  if (name.length < 2 || name.length > 100) return '销售方名称须为2至100个字';
  if (!isTaxNo(tax_no)) return '销售方纳税人识别号应为15、18或20位数字和大写字母';
  if (item_name === '' || item_name.length > 92) return '项目名称须为1至92个字';
  if (!/^[1-9]\d{18}$/.test(item_code))
    return '税收分类编码应为19位数字（不足的补0），如非学历教育服务 3070201000000000000';
  if (!rates.includes(rate)) return `税率应为 ${rates.join('、')} 之一`;
  return policy.length > 20 ? '优惠政策类型最多20个字' : undefined;
}

/** Sets who sells on a site. Codes that are shorter are completed by zeros. */
export async function setSeller(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  given: Omit<Seller, 'updated_at'>,
  setBy: string,
): Promise<Seller> {
  const item_code = given.item_code.padEnd(19, '0');
  const fault = findFault({ ...given, item_code });
  if (fault) throw new NotPossibleError(fault);
  const at = now();
  const row = { ...given, item_code, updated_at: at };
  await db.transaction(async (tx) => {
    await storeSeller(tx, row);
    await logState(tx, {
      entity: 'invoice_seller',
      entity_id: row.site_id,
      from: '',
      to: [row.tax_no, row.item_code, row.rate, row.policy].join(' '),
      actor_type: 'staff',
      actor_id: setBy,
      reason: `${row.name} ${row.item_name}`,
      at,
    });
  });
  return row;
}
