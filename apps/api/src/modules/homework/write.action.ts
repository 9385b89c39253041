import { homeworkFileLimit, type homeworkSave, type ParsedBodyOf } from '@cme/contract';
import type { Db } from '../../database/database.ts';
import { Refusal } from '../../http/refusal.ts';
import { logState } from '../../state-log/state-log.store.ts';
import { attachFiles, filesOf } from '../file/attach.action.ts';
import type { CompletionEffects } from '../learning/completion.effects.ts';
import { markSection } from '../learning/mark-section.action.ts';
import { blockedWords } from './homework.rules.ts';
import { type HomeworkRow, openSubmit, type SubmitRow, updateSubmit } from './homework.store.ts';
import { blockedNow, type HomeworkFacts, ownerType } from './homework.view.ts';

type Written = ParsedBodyOf<typeof homeworkSave>;

interface Writing {
  task: HomeworkRow;
  facts: HomeworkFacts;
  body: Written;
  /** Submitted, not only saved. */
  submit: boolean;
}

/** Saves a draft or submits it. Repeating the same text changes nothing; a concurrent change is
 * never overwritten. */
export async function writeHomework(
  tx: Db,
  completion: CompletionEffects,
  { task, facts: homeworkFacts, body, submit }: Writing,
  now: Date,
): Promise<void> {
  const { learning_id, content_id, site_id, user_id } = homeworkFacts.learning;
  const of = { homework_id: task.homework_id, learning_id, content_id, site_id, user_id };
  const before = await openSubmit(tx, of, now);
  const isSame = await isWritten(tx, before, body);
  if (isSame && submit && before.homework_status === 'submitted') return;
  if (isSame && !submit && before.homework_status === 'draft' && before.revision > 0) return;
  const blocked = blockedNow(task, before, homeworkFacts, now);
  if (blocked !== '')
    throw new Refusal(
      400,
      blockedWords[blocked],
      blocked === 'over' ? 'homework_over' : 'homework_state',
    );
  if (body.revision !== before.revision)
    throw new Refusal(409, '这份作业已在其他页面修改，请载入最新内容', 'homework_stale');
  if (submit && body.text === '' && body.file_ids.length === 0)
    throw new Refusal(400, '请填写作业内容或上传文件', 'bad_request', { field: 'text' });
  await attachFiles(tx, {
    owner_type: ownerType,
    owner_id: before.submit_id,
    site_id,
    user_id,
    title: task.title,
    file_ids: body.file_ids,
    kinds: ['homework'],
    most: homeworkFileLimit,
  });
  const status = submit ? 'submitted' : before.homework_status;
  await updateSubmit(tx, before.submit_id, {
    text: body.text,
    revision: before.revision + 1,
    homework_status: status,
    updated_at: now,
    ...(submit ? { submitted_at: now } : {}),
  });
  if (status !== before.homework_status || before.revision === 0)
    await logState(tx, {
      entity: 'homework_submit',
      entity_id: before.submit_id,
      from: before.revision === 0 ? '' : before.homework_status,
      to: status,
      actor_type: 'learner',
      actor_id: user_id,
      at: now,
    });
  if (task.section_id)
    await markSection(
      tx,
      completion,
      {
        learning_id,
        section_id: task.section_id,
        to: 'studying',
        by: { actor_type: 'learner', actor_id: user_id },
      },
      now,
    );
}

async function isWritten(tx: Db, row: SubmitRow, { text, file_ids }: Written): Promise<boolean> {
  const files = (await filesOf(tx, ownerType, [row.submit_id])).get(row.submit_id) ?? [];
  return (
    row.text === text &&
    files.length === file_ids.length &&
    files.every(({ file_id }, index) => file_id === file_ids[index])
  );
}
