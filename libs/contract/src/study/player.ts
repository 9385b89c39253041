import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Suspension } from '../content/content.ts';
import { CatalogueChapter } from '../content/item.ts';
import { Count, Flag, Id, mostWhole, Nothing, Time } from '../base/fields.ts';
import { WayStep, WhatWaits } from './learning.ts';

/** Position in a video, in seconds, at most a hundred hours. */
const Place = z.number().check(z.minimum(0), z.maximum(360_000));

/** A watched interval of the video, in seconds: `[from, to]`, from < to. */
export const Span = z.tuple([Place, Place]);
export type Span = z.infer<typeof Span>;

const PlayToken = z.string().check(z.maxLength(128));
/** Largest time value of a `Date`, in ms. */
const lastMoment = 8_640_000_000_000_000;

export const PlayRules = z.object({
  /** N on the first viewing of the section: seeking beyond `furthest` is not allowed. */
  allow_seek: Flag,
  max_rate: z.number(),
  beat_seconds: z.number(),
  pause_hidden: Flag,
  /** Share of the section that must be watched. */
  threshold: z.number(),
  /** Y: picture-in-picture is allowed. */
  allow_pip: z._default(Flag, 'N'),
});

/**
 * An open presence check: answer it within `seconds`, or beats are refused until it is answered.
 * `kind` is `click` or `question`; for the latter `player/check_question` returns the question.
 */
export const OpenCheck = z.object({ check_id: Id, kind: z.string(), seconds: z.number() });

/** State of one learner's ledger for a section after a call. */
export const LedgerState = z.object({
  ranges: z.array(Span),
  furthest: z.number(),
  covered_seconds: z.number(),
  section_status: z.string(),
  /** Whole percent of the course. */
  progress: z.number(),
  learn_status: z.string(),
  /** Position in the video of the next presence check; absent when none is left. */
  next_check_at: z.optional(z.number()),
  open_check: z.optional(OpenCheck),
  /** Continue from here: the check was answered too late. */
  rewind_to: z.optional(z.number()),
  /** Y: the daily cap of counted time is reached; the position is saved, time is not counted. */
  capped: Flag,
});
export type LedgerState = z.infer<typeof LedgerState>;

/** The course as shown by the player; for enrolled learners only. */
export const playerCourse = call({
  path: '/qm/api/player/course',
  access: 'learner',
  repeatable: true,
  body: z.object({ course_id: Id }),
  data: z.object({
    course_id: Id,
    title: z.string(),
    learning_id: Id,
    learn_status: z.string(),
    progress: z.number(),
    chapters: z.array(CatalogueChapter),
    last_section_id: z.string(),
    /** The section that the page opens unless its URL names another; empty without any. */
    start_section_id: z._default(z.string(), ''),
    /** Steps of this course, in order. */
    way: z._default(z.array(WayStep), []),
    /** Hours and credits for completing it. */
    hours: z._default(z.number(), 0),
    credits: z._default(z.number(), 0),
    ...WhatWaits,
    /** Present while study is suspended: sections cannot be opened. */
    suspension: z.optional(Suspension),
  }),
});

/**
 * Opens a section for playing. The token is valid for 65 s and renewed by each beat. `force` Y
 * takes over from another device; otherwise the site's rule decides (end the earlier play, or
 * refuse with `play_moved`).
 */
export const playerEnter = call({
  path: '/qm/api/player/enter',
  access: 'learner',
  body: z.object({ section_id: Id, force: z._default(Flag, 'N') }),
  data: z.extend(LedgerState, {
    play_token: z.string(),
    section_id: Id,
    /** `video`, `audio` or `pdf`. Audio also counts while the page is hidden. */
    kind: z._default(z.string(), 'video'),
    /**
     * For documents: number of pages. Each page takes a fixed stretch of the time line, and must be
     * read like a video must be watched.
     */
    pages: z._default(z.number(), 0),
    page_seconds: z._default(z.number(), 0),
    title: z.string(),
    /** Length measured by the server. */
    seconds: z.number(),
    resume_at: z.number(),
    rules: PlayRules,
    media_url: z.string(),
    media_expire_at: Time,
    poster: z.string(),
    /** Subtitles as WebVTT, empty without any. */
    subtitles_url: z._default(z.string(), ''),
    watermark: z.string(),
    server_time: z.number(),
    took_over: Flag,
  }),
});

/**
 * Reports what was watched since the last beat. A repeated `seq` returns the earlier result. Send
 * the first beat, without spans, when the video starts: time counts from entering. `visible`:
 * whether the page was visible while these spans played; spans of a hidden page do not count.
 */
export const playerBeat = call({
  path: '/qm/api/player/beat',
  access: 'learner',
  repeatable: true,
  encoding: 'json',
  body: z.object({
    play_token: PlayToken,
    seq: z.number().check(z.int(), z.minimum(1), z.maximum(mostWhole)),
    spans: z.array(Span).check(z.maxLength(200)),
    position: Place,
    rate: z.number().check(z.minimum(0), z.maximum(16)),
    visible: z.boolean(),
    /** The page's clock in ms; it may be wrong. */
    at: z.number().check(z.minimum(-lastMoment), z.maximum(lastMoment)),
  }),
  data: z.extend(LedgerState, { accepted_seconds: z.number(), server_time: z.number() }),
});

/** The question of an open check. The correct answer never leaves the server. */
export const playerCheckQuestion = call({
  path: '/qm/api/player/check_question',
  access: 'learner',
  body: z.object({ play_token: PlayToken, check_id: Id }),
  data: z.object({
    check_id: Id,
    /** To be sent with the answer, so that a repeated answer is not applied to a later question. */
    attempt: z.number(),
    stem: z.string(),
    /** Y: several options may be correct. */
    is_multiple: Flag,
    options: z.array(z.object({ key: z.string(), text: z.string() })),
  }),
});

/**
 * Answers an open check. Questions are graded by the server: after a wrong answer the check stays
 * open, with another question if there is one.
 */
export const playerCheckAnswer = call({
  path: '/qm/api/player/check_answer',
  access: 'learner',
  body: z.object({
    play_token: PlayToken,
    check_id: Id,
    /** Keys of the chosen options, such as `AC`. */
    answer: z.optional(z.string().check(z.regex(/^[A-H]{1,8}$/, '请选择答案'))),
    attempt: z._default(Count.check(z.minimum(0), z.maximum(mostWhole)), 0),
  }),
  data: z.extend(LedgerState, {
    /** For a question: whether the answer was correct, and the explanation. */
    graded: z.optional(z.object({ is_right: Flag, explain: z.string() })),
  }),
});

/** Ends the play. Idempotent, since it is also sent by `sendBeacon`. */
export const playerLeave = call({
  path: '/qm/api/player/leave',
  access: 'public',
  body: z.object({
    play_token: PlayToken,
    position: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(360_000))),
  }),
  data: Nothing,
});

/** A new signed address of the section's video. */
export const playerMedia = call({
  path: '/qm/api/player/media',
  access: 'learner',
  repeatable: true,
  body: z.object({ play_token: PlayToken }),
  data: z.object({ media_url: z.string(), media_expire_at: Time }),
});
