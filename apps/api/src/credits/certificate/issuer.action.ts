import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { missingGlyphs } from '../../platform/printing/fonts.ts';
import type { Site } from '../../platform/sites/site.store.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { countWithoutCertificate } from '../credits/without-certificate.store.ts';
import { findIssuer, type Issuer, storeIssuers } from './certificate.store.ts';

/** Sets who issues a site's certificates. Issued ones keep their issuer. */
export async function setIssuer(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  issuer: Issuer,
  setBy: string,
): Promise<void> {
  const { site_id, code, name } = issuer;
  if (!/^\d{4}$/.test(code) || code === '0000')
    throw new NotPossibleError('编号应为四位数字，不能是0000');
  if (name.length < 2 || name.length > 40) throw new NotPossibleError('名称须为2至40个字');
  const missing = await missingGlyphs(name);
  if (missing.length > 0) throw new NotPossibleError(`字体缺少“${missing.join('')}”，不能制证`);
  const at = now();
  await db.transaction(async (tx) => {
    const before = await findIssuer(tx, site_id);
    await storeIssuers(tx, [issuer]);
    await logState(tx, {
      entity: 'cert_issuer',
      entity_id: site_id,
      from: before ? `${before.code} ${before.name}` : '',
      to: `${code} ${name}`,
      actor_type: 'staff',
      actor_id: setBy,
      at,
    });
  });
}

/** What a site lacks to issue certificates, and how many learners wait for it. */
export async function describeLacking(
  db: Db,
  { site_id, service_phone }: Pick<Site, 'site_id' | 'service_phone'>,
): Promise<string> {
  const lacking = [];
  if (!(await findIssuer(db, site_id))) lacking.push('发证单位（certificate issuer）');
  if (service_phone === '') lacking.push('服务电话（site set … service_phone）');
  const count = await countWithoutCertificate(db, site_id);
  const waiting = count ? `；${count}项已授学分还没有证书，学员可在我的证书申请` : '';
  return `${lacking.length === 0 ? '齐备' : `缺：${lacking.join('、')}`}${waiting}`;
}
