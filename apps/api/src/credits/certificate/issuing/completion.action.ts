import { reverseGrant } from '../../credits/credits.store.ts';
import type { CompletionEffects } from '../../../study/learning/completion.effects.ts';
import { readSite } from '../../../platform/sites/site.store.ts';
import { readContent } from '../../../content/catalogue/catalogue.store.ts';
import { givesCredits, grant } from './grant.action.ts';
import { revokeUnmet } from './of-year.action.ts';
import { revokeCourseCertificate } from './revoke.action.ts';

/** Effects of completing a course: credits and a certificate. Reverting a completion revokes both,
 * and the annual certificate if it is no longer covered. */
export const completion: CompletionEffects = {
  async grant(tx, learning, now) {
    if ((await readSite(tx, learning.site_id))?.auto_credit === 'N') {
      const course = await readContent(tx, learning.content_id);
      return course && givesCredits(course) ? 'can_apply' : 'none';
    }
    return (await grant(tx, learning, now)) ? 'granted' : 'none';
  },
  async revokeCompletion(tx, learning, reason, now, actor) {
    const reversed = await reverseGrant(tx, learning, reason, now, actor);
    const cert_no = await revokeCourseCertificate(tx, learning, reason, now, actor);
    if (reversed) await revokeUnmet(tx, learning, reversed.year, now);
    return { reversed, cert_no: cert_no ?? '' };
  },
};
