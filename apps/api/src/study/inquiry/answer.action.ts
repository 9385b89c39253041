import type { ParsedBodyOf } from '@cme/contract/base';
import type { inquiryAnswer } from '@cme/contract/study';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { insertMessages } from '../../person/message/message.store.ts';
import { type InquiryRow, lockInquiry, updateInquiry } from './inquiry.store.ts';

class InquiryNotFoundError extends NotPossibleError {
  constructor() {
    super('没有找到这个问题');
  }
}

type Decision = Omit<ParsedBodyOf<typeof inquiryAnswer>, 'inquiry_id'>;

/** Answers publicly, or hides the question with a reason; the author is notified. Idempotent; every
 * other decision is logged. */
export async function answerInquiry(
  tx: Db,
  inquiryId: string,
  { decision, text }: Decision,
  teacherId: string,
  now: Date,
): Promise<InquiryRow> {
  const row = await lockInquiry(tx, inquiryId);
  if (!row) throw new InquiryNotFoundError();
  const to = decision === 'answer' ? 'answered' : 'hidden';
  if (row.inquiry_status === to && row.answer === text) return row;
  const after = await updateInquiry(tx, inquiryId, {
    inquiry_status: to,
    answer: text,
    answered_by: teacherId,
    answered_at: now,
  });
  await logState(tx, {
    entity: 'inquiry',
    entity_id: inquiryId,
    from: row.inquiry_status,
    to,
    actor_type: 'staff',
    actor_id: teacherId,
    reason: text.slice(0, 200),
    at: now,
  });
  await insertMessages(tx, [
    {
      id: ulid(now.getTime()),
      site_id: row.site_id,
      user_id: row.user_id,
      kind: 'study',
      title: to === 'answered' ? '老师回答了您的问题' : '您的问题未公开',
      text,
      link_type: 'C',
      link_id: row.content_id,
      created_at: now,
    },
  ]);
  return after;
}
