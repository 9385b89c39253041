import type { Db } from '../../../platform/database/database.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import type { Site } from '../../../platform/sites/site.store.ts';
import type { Asker } from '../limits/asker.ts';
import { addHits, countSince } from '../limits/limit.store.ts';
import { countByProvider } from './sms-message.store.ts';
import { smsLimits } from './sms.rules.ts';

/** The share of a site's SMS that unknown clients may use together; the rest is reserved for known
 * browsers and addresses. */
const forStrangers = 0.8;

/** A site's SMS budget per 15 minutes. Reaching it raises an alarm once per window and process. */
export function createSmsBudget({ log, settings }: AppContext) {
  const alarmed = new Map<string, number>();

  async function alarm(tx: Db, site: Site, now: Date): Promise<void> {
    if (now.getTime() < (alarmed.get(site.site_id) ?? 0) + smsLimits.windowMs) return;
    alarmed.set(site.site_id, now.getTime());
    const since = new Date(now.getTime() - smsLimits.windowMs);
    const sent_by = await countByProvider(tx, site.site_id, since);
    log.fatal(
      { alarm: 'sms', site_id: site.site_id, budget: settings.smsBudget, sent_by },
      'the SMS budget of this site is exhausted',
    );
  }

  return {
    key: (site: Site) => `sms-site:${site.site_id}`,
    /** Requires the lock of the key. */
    async spend(tx: Db, now: Date, site: Site, { isKnown }: Asker): Promise<void> {
      const key = `sms-site:${site.site_id}`;
      const sent = await countSince(tx, key, new Date(now.getTime() - smsLimits.windowMs));
      const limit = isKnown ? settings.smsBudget : Math.floor(settings.smsBudget * forStrangers);
      if (sent >= limit) {
        await alarm(tx, site, now);
        throw new RefusalError(429, '短信发送繁忙，请15分钟后再试，或使用密码登录', 'rate_limited');
      }
      await addHits(tx, now, [{ key }]);
    },
  };
}
