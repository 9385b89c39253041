import type { ParsedBodyOf } from '@cme/contract/base';
import type { homeworkGrade } from '@cme/contract/study';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import type { CompletionEffects } from '../learning/completion.effects.ts';
import { markSection } from '../learning/mark-section.action.ts';
import { insertMessages } from '../../person/message/message.store.ts';
import { homeworkNames, judgeScore } from './homework.rules.ts';
import {
  findHomework,
  type HomeworkRow,
  lockSubmit,
  type SubmitRow,
  updateSubmit,
} from './homework.store.ts';

export class HomeworkNotFoundError extends NotPossibleError {
  constructor() {
    super('没有找到这份作业');
  }
}

type Grade = Omit<ParsedBodyOf<typeof homeworkGrade>, 'submit_id'>;

/** Grades homework: a pass finishes its section and perhaps the course; otherwise it is returned
 * for another attempt. Nobody grades their own, and only the version that was read. Idempotent. */
export async function gradeHomework(
  tx: Db,
  completion: CompletionEffects,
  { submitId, grade, graderId }: { submitId: string; grade: Grade; graderId: string },
  now: Date,
): Promise<SubmitRow> {
  const row = await lockSubmit(tx, submitId);
  const task = row && (await findHomework(tx, row.homework_id));
  if (!row || !task || !row.submitted_at) throw new HomeworkNotFoundError();
  const { score, comment, revision } = grade;
  const to = judgeScore(score, task.pass_score);
  if (row.homework_status === to && row.score === score && row.comment === comment) return row;
  if (row.user_id === graderId) throw new NotPossibleError('不能批改自己的作业');
  if (score > task.full_score) throw new NotPossibleError(`得分不能超过${task.full_score}分`);
  if (row.homework_status !== 'submitted')
    throw new NotPossibleError(`这份作业${homeworkNames[row.homework_status]}，不能批改`);
  if (row.revision !== revision) throw new NotPossibleError('学员已重新提交，请查看最新内容后批改');
  if (to === 'returned' && comment === '') throw new NotPossibleError('退回作业须写明原因');
  const after = await updateSubmit(tx, submitId, {
    homework_status: to,
    score,
    comment,
    graded_at: now,
    graded_by: graderId,
    updated_at: now,
  });
  const actor = { actor_type: 'staff' as const, actor_id: graderId };
  await logState(tx, {
    entity: 'homework_submit',
    entity_id: submitId,
    from: row.homework_status,
    to,
    ...actor,
    reason: `${score}分 ${comment}`.trim(),
    at: now,
  });
  await notifyGraded(tx, after, task, now);
  if (to === 'passed' && task.section_id)
    await markSection(
      tx,
      completion,
      { learning_id: row.learning_id, section_id: task.section_id, to: 'finished', by: actor },
      now,
    );
  return after;
}

const notifyGraded = (
  tx: Db,
  { site_id, user_id, content_id, homework_status, score, comment }: SubmitRow,
  { title, full_score }: HomeworkRow,
  at: Date,
) =>
  insertMessages(tx, [
    {
      id: ulid(at.getTime()),
      site_id,
      user_id,
      kind: 'study',
      title: homework_status === 'passed' ? '作业已通过' : '作业已退回，请修改后重新提交',
      text: `《${title}》得分${score}分（满分${full_score}分）。${comment}`,
      link_type: 'C',
      link_id: content_id,
      created_at: at,
    },
  ]);
