import type { Inquiry, InquiryStatus } from '@cme/contract/study';
import type { Db } from '../../platform/database/database.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { shortName } from '../appraise/appraise.rules.ts';
import { readSectionTitles } from '../../content/catalogue/outline.store.ts';
import { readUsers } from '../../person/identity/user.store.ts';
import type { InquiryRow } from './inquiry.store.ts';

const names: Record<InquiryStatus, string> = {
  waiting: '等待回答',
  answered: '已回答',
  hidden: '未公开',
};

/** Questions as visible to the current user. */
export async function readInquiryViews(
  db: Db,
  rows: readonly InquiryRow[],
  userId: string,
): Promise<Inquiry[]> {
  const titles = await readSectionTitles(
    db,
    rows.flatMap(({ section_id }) => section_id || []),
  );
  const people = await readUsers(
    db,
    rows.flatMap(({ user_id, answered_by }) => [user_id, ...(answered_by ? [answered_by] : [])]),
  );
  return rows.map((row) => ({
    inquiry_id: row.inquiry_id,
    section_id: row.section_id,
    section_title: titles.get(row.section_id) ?? '',
    text: row.text,
    is_mine: row.user_id === userId ? 'Y' : 'N',
    user_name: shortName(people.get(row.user_id)?.real_name ?? ''),
    created_at: formatTime(row.created_at),
    inquiry_status: row.inquiry_status,
    inquiry_status_name: names[row.inquiry_status],
    answer: row.answer,
    answered_by: teacherName(people.get(row.answered_by)?.real_name),
    answered_at: row.answered_at ? formatTime(row.answered_at) : '',
  }));
}

/** Teachers appear with their title: 王老师. */
const teacherName = (name: string | undefined) => (name ? `${[...name][0] ?? ''}老师` : '');
