import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { ContentType, Flag, Id, Page, PageSize, pageOf, Time } from '../base/fields.ts';

export const noteTextLimit = 200;

/** A learner's note at a position in a section's video. */
export const Note = z.object({
  note_id: Id,
  section_id: Id,
  section_title: z.string(),
  /** Position in the video, in seconds. */
  second: z.number(),
  text: z.string(),
  /** Y: visible to other learners of the course. */
  is_public: Flag,
  is_mine: Flag,
  /** Masked to the first character: 李**. */
  user_name: z.string(),
  created_at: Time,
  updated_at: Time,
});
export type Note = z.infer<typeof Note>;

/**
 * Notes of a course for its learners: their own, newest first, or public notes of others on this
 * site.
 */
export const noteList = call({
  path: '/qm/api/note/list',
  access: 'learner',
  repeatable: true,
  body: z.object({
    content_type: z._default(ContentType, 'C'),
    id: Id,
    scope: z._default(z.enum(['mine', 'public']), 'mine'),
    page: Page,
    page_size: PageSize,
  }),
  data: pageOf(Note),
});

/**
 * Creates a note, idempotent by `request_id`; with `note_id` it edits one's own, keeping its
 * position.
 */
export const noteSave = call({
  path: '/qm/api/note/save',
  access: 'learner',
  body: z.object({
    request_id: z.string().check(z.minLength(8), z.maxLength(64)),
    note_id: z.optional(Id),
    section_id: Id,
    second: z._default(z.coerce.number().check(z.minimum(0), z.maximum(360_000)), 0),
    text: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, '请填写笔记内容'),
        z.maxLength(noteTextLimit, '字数请在200字以内.'),
      ),
    is_public: z._default(Flag, 'N'),
  }),
  data: z.object({ note: Note }),
});

/** Deletes one's own note. Idempotent; has no effect on notes of others. */
export const noteDelete = call({
  path: '/qm/api/note/delete',
  access: 'learner',
  body: z.object({ note_id: Id }),
  data: z.object({ deleted: z.number() }),
});
