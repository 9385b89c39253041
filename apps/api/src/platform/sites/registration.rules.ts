import type { Registration } from '@cme/contract/person';
import type { Site } from './site.store.ts';

type Settings = Pick<Site, 'isOpenOutsideWorld' | 'regist_open' | 'registration'>;

/** Who may register. A site that is closed to outsiders never admits strangers by itself, whatever
 * an older version has stored. */
export function getRegistration(site: Settings): Registration {
  if (site.regist_open === 'N') return 'closed';
  return isContradictory(site) ? 'approval' : site.registration;
}

/** Closed to outsiders, but anybody may let themselves in. */
export const isContradictory = ({ isOpenOutsideWorld, regist_open, registration }: Settings) =>
  isOpenOutsideWorld === 'N' && regist_open === 'Y' && registration === 'open';

export const contradiction =
  '不对外开放的站点（isOpenOutsideWorld 为 N）须由单位审核注册，registration 应为 approval 或 closed';
