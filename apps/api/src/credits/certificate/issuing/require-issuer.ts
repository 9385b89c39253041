import type { Db } from '../../../platform/database/database.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { readSites } from '../../../platform/sites/site.store.ts';
import { findIssuer } from '../certificate.store.ts';

/** What a learner is told while their site cannot issue certificates; undefined if it can. */
export async function explainNoIssuer(db: Db, siteId: string): Promise<string | undefined> {
  if (await findIssuer(db, siteId)) return undefined;
  const site = (await readSites(db)).find(({ site_id }) => site_id === siteId);
  const phone = site?.service_phone;
  return `本站的发证单位尚未配置，暂时不能发证，已得的学时学分不受影响。请联系${site?.site_name ?? '本站'}${phone ? `，电话${phone}` : ''}`;
}

/** Refuses a learner's application while the site has no issuer. */
export async function requireIssuer(db: Db, siteId: string): Promise<void> {
  const reason = await explainNoIssuer(db, siteId);
  if (reason) throw new RefusalError(400, reason, 'cert_unmet', { missing: [reason] });
}

/** The same for staff. */
export async function requireIssuerForStaff(db: Db, siteId: string): Promise<void> {
  if (!(await findIssuer(db, siteId)))
    throw new NotPossibleError(
      `站点 ${siteId} 的发证单位尚未配置，不能发证；请先用 certificate issuer 设置`,
    );
}
