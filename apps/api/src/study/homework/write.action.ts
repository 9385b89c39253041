import type { ParsedBodyOf } from '@cme/contract/base';
import { homeworkFileLimit, type homeworkSave, type HomeworkStatus } from '@cme/contract/study';
import type { Db } from '../../platform/database/database.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { attachFiles, detachFiles } from '../../person/file/attach.action.ts';
import type { CompletionEffects } from '../learning/completion.effects.ts';
import { markSection } from '../learning/mark-section.action.ts';
import { blockedWords } from './homework.rules.ts';
import { type HomeworkRow, openSubmit, updateSubmit } from './homework.store.ts';
import {
  blockedNow,
  draftOwnerType,
  type Editable,
  readEditable,
  type HomeworkFacts,
  ownerType,
} from './homework.view.ts';

type Written = ParsedBodyOf<typeof homeworkSave>;

interface Writing {
  task: HomeworkRow;
  facts: HomeworkFacts;
  body: Written;
  /** Submitted, not only saved. */
  submit: boolean;
}

/** Saves a draft or submits it. Repeating the same text changes nothing; a concurrent change is
 * never overwritten. A draft of returned homework does not replace what was submitted. */
export async function writeHomework(
  tx: Db,
  completion: CompletionEffects,
  { task, facts: homeworkFacts, body, submit }: Writing,
  now: Date,
): Promise<void> {
  const { learning_id, content_id, site_id, user_id } = homeworkFacts.learning;
  const of = { homework_id: task.homework_id, learning_id, content_id, site_id, user_id };
  const before = await openSubmit(tx, of, now);
  const isSame = isWritten(await readEditable(tx, before), body);
  if (isSame && before.revision > 0 && isWrittenIn(before.homework_status, submit)) return;
  const blocked = blockedNow(task, before, homeworkFacts, now);
  if (blocked !== '')
    throw new RefusalError(
      400,
      blockedWords[blocked],
      blocked === 'over' ? 'homework_over' : 'homework_state',
    );
  if (body.revision !== before.revision)
    throw new RefusalError(409, '这份作业已在其他页面修改，请载入最新内容', 'homework_stale');
  if (submit && body.text === '' && body.file_ids.length === 0)
    throw new RefusalError(400, '请填写作业内容或上传文件', 'bad_request', { field: 'text' });
  const isApart = !submit && before.homework_status === 'returned';
  await attachFiles(tx, {
    owner_type: isApart ? draftOwnerType : ownerType,
    owner_id: before.submit_id,
    site_id,
    user_id,
    title: task.title,
    file_ids: body.file_ids,
    kinds: ['homework'],
    most: homeworkFileLimit,
  });
  if (!isApart) await detachFiles(tx, { owner_type: draftOwnerType, owner_id: before.submit_id });
  const status = submit ? 'submitted' : before.homework_status;
  await updateSubmit(tx, before.submit_id, {
    ...(isApart ? { draft: body.text } : { text: body.text, draft: null }),
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

/** Whether writing the same content again is a repeated request. */
const isWrittenIn = (status: HomeworkStatus, submit: boolean) =>
  submit ? status === 'submitted' : status === 'draft' || status === 'returned';

const isWritten = (stored: Editable, { text, file_ids }: Written): boolean =>
  stored.text === text &&
  stored.files.length === file_ids.length &&
  stored.files.every(({ file_id }, index) => file_id === file_ids[index]);
