import type { ParsedBodyOf } from '@cme/contract/base';
import type { inquiryAdd } from '@cme/contract/study';
import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { lockUser } from '../../person/identity/user.store.ts';
import {
  countWaitingInquiries,
  findByRequest,
  insertInquiry,
  type InquiryRow,
} from './inquiry.store.ts';

/** Per person and course. */
const mostWaiting = 10;

/** Creates a question once per request; the number of unanswered questions is limited. */
export function createInquiry(
  db: Db,
  owner: { site_id: string; user_id: string },
  { id, request_id, section_id = '', text }: ParsedBodyOf<typeof inquiryAdd>,
  now: Date,
): Promise<InquiryRow> {
  return db.transaction(async (tx) => {
    // Serialised, so that concurrent requests do not exceed the limit.
    await lockUser(tx, owner.user_id);
    const existing = await findByRequest(tx, owner.user_id, request_id);
    if (existing) return existing;
    if ((await countWaitingInquiries(tx, owner.user_id, id)) >= mostWaiting)
      throw new RefusalError(400, `您有${mostWaiting}个问题等待回答，请稍后再提问`, 'rate_limited');
    const row = await insertInquiry(tx, {
      ...owner,
      content_id: id,
      section_id,
      text,
      request_id,
      created_at: now,
    });
    if (!row) throw new Error('an inquiry was inserted despite the lock');
    return row;
  });
}
