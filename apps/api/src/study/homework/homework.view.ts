import type { FileRef } from '@cme/contract/person';
import type { Homework, HomeworkHandIn, HomeworkStatus } from '@cme/contract/study';
import { recordShownPeople } from '../../platform/http/staff-log.ts';
import type { Db } from '../../platform/database/database.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import { readOwnerFiles } from '../../person/file/attach.action.ts';
import { readUsers } from '../../person/identity/user.store.ts';
import { statusAt } from '../learning/learning.rules.ts';
import type { Learning } from '../learning/learning.store.ts';
import { readParts } from '../learning/outline.view.ts';
import { blockedBy, blockedWords, extendDeadline, homeworkNames } from './homework.rules.ts';
import { findHomework, type HomeworkRow, readSubmits, type SubmitRow } from './homework.store.ts';

export const ownerType = 'homework';
/** Owner of the files of a saved change of returned homework. */
export const draftOwnerType = 'homework_draft';

const toTimeText = (at: Date | null | undefined) => (at ? formatTime(at) : '');

/** Facts of the enrolment that its tasks depend on. */
export interface HomeworkFacts {
  learning: Learning;
  /** Sections that are not open yet. */
  locked: ReadonlySet<string>;
  required: ReadonlySet<string>;
}

export async function readHomeworkFacts(db: Db, learning: Learning): Promise<HomeworkFacts> {
  const courseFacts = (await readCourseFacts(db, [learning.content_id])).get(learning.content_id);
  const parts =
    (await readParts(db, [learning], () => courseFacts?.sequential ?? 'N')).get(
      learning.learning_id,
    ) ?? [];
  const getPartIds = (isWanted: (part: (typeof parts)[number]) => boolean) =>
    new Set(parts.filter(isWanted).map(({ section_id }) => section_id));
  return {
    learning,
    locked: getPartIds(({ status }) => status === 'locked'),
    required: getPartIds(({ required }) => required === 'Y'),
  };
}

/** Why it cannot be submitted now; empty if it can. */
export function blockedNow(
  { deadline_at, section_id }: HomeworkRow,
  row: SubmitRow | undefined,
  { learning, locked }: HomeworkFacts,
  now: Date,
) {
  return blockedBy(
    {
      status: row?.homework_status ?? 'none',
      graded_at: row?.graded_at ?? null,
      deadline: deadline_at,
      learn_status: statusAt(learning, now),
      is_locked: section_id !== null && locked.has(section_id),
    },
    now,
  );
}

/** Text and files that the learner goes on editing. */
export interface Editable {
  text: string;
  files: FileRef[];
}

export async function readEditable(
  db: Db,
  { submit_id, text, draft }: SubmitRow,
): Promise<Editable> {
  const type = draft === null ? ownerType : draftOwnerType;
  const files = (await readOwnerFiles(db, type, [submit_id])).get(submit_id) ?? [];
  return { text: draft ?? text, files };
}

/** The tasks with the enrolment's answers. */
export async function readHomeworkViews(
  db: Db,
  tasks: readonly HomeworkRow[],
  homeworkFacts: HomeworkFacts,
  now: Date,
): Promise<Homework[]> {
  const { learning_id, content_id } = homeworkFacts.learning;
  const rows = await readSubmits(db, learning_id, content_id);
  const ids = rows.map(({ submit_id }) => submit_id);
  const files = await readOwnerFiles(db, ownerType, ids);
  const drafts = await readOwnerFiles(db, draftOwnerType, ids);
  return tasks.map((task) => {
    const row = rows.find(({ homework_id }) => homework_id === task.homework_id);
    const status: HomeworkStatus = row?.homework_status ?? 'none';
    const submission = { status, graded_at: row?.graded_at ?? null };
    const until = extendDeadline(task.deadline_at, submission);
    const blocked = blockedNow(task, row, homeworkFacts, now);
    const written = { text: row?.text ?? '', files: (row && files.get(row.submit_id)) ?? [] };
    const draft =
      row && row.draft !== null
        ? { text: row.draft, files: drafts.get(row.submit_id) ?? [] }
        : undefined;
    return {
      homework_id: task.homework_id,
      section_id: task.section_id ?? '',
      title: task.title,
      task: task.task,
      full_score: task.full_score,
      pass_score: task.pass_score,
      deadline_at: toTimeText(until),
      is_over: until && until <= now ? 'Y' : 'N',
      required: task.section_id && homeworkFacts.required.has(task.section_id) ? 'Y' : 'N',
      homework_status: status,
      homework_status_name: homeworkNames[status],
      can_edit: blocked === '' ? 'Y' : 'N',
      blocked: blockedWords[blocked],
      ...(draft ?? written),
      ...(row?.submitted_at ? { submitted: written } : {}),
      revision: row?.revision ?? 0,
      submitted_at: toTimeText(row?.submitted_at),
      ...(row?.score == null ? {} : { score: row.score }),
      comment: row?.comment ?? '',
      graded_at: toTimeText(row?.graded_at),
    };
  });
}

/** Submitted homework for a teacher. */
export async function readHandInViews(
  db: Db,
  rows: readonly SubmitRow[],
): Promise<HomeworkHandIn[]> {
  recordShownPeople(rows.map(({ user_id }) => user_id));
  const ids = rows.map(({ submit_id }) => submit_id);
  const [files, people, courses] = [
    await readOwnerFiles(db, ownerType, ids),
    await readUsers(
      db,
      rows.map(({ user_id }) => user_id),
    ),
    await readCourseFacts(
      db,
      rows.map(({ content_id }) => content_id),
    ),
  ];
  const tasks = new Map<string, HomeworkRow | undefined>();
  for (const id of new Set(rows.map(({ homework_id }) => homework_id)))
    tasks.set(id, await findHomework(db, id));
  return rows.map((row) => {
    const task = tasks.get(row.homework_id);
    const person = people.get(row.user_id);
    return {
      submit_id: row.submit_id,
      homework_id: row.homework_id,
      title: task?.title ?? '',
      content_title: courses.get(row.content_id)?.title ?? '',
      real_name: person?.real_name ?? '',
      unit_name: person?.unit_name ?? '',
      homework_status: row.homework_status,
      homework_status_name: homeworkNames[row.homework_status],
      full_score: task?.full_score ?? 0,
      pass_score: task?.pass_score ?? 0,
      text: row.text,
      files: files.get(row.submit_id) ?? [],
      submitted_at: toTimeText(row.submitted_at),
      revision: row.revision,
      ...(row.score === null ? {} : { score: row.score }),
      comment: row.comment,
    };
  });
}
