import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Suspension } from '../content/content.ts';
import { CatalogueChapter } from '../content/item.ts';
import { Count, Flag, Id, mostWhole, Nothing, Time } from '../base/fields.ts';
import { WayStep, WhatWaits } from './learning.ts';

/** A place on a video's own time line, in seconds; no video is longer than a hundred hours. */
const Place = z.number().check(z.minimum(0), z.maximum(360_000));

/** Seconds of the video's own time line, `[from, to]`, from < to. */
export const Span = z.tuple([Place, Place]);
export type Span = z.infer<typeof Span>;

const PlayToken = z.string().check(z.maxLength(128));
/** The last moment that a `Date` can be, in ms. */
const lastMoment = 8_640_000_000_000_000;

export const PlayRules = z.object({
  /** N while the section is studied for the first time: nothing ahead of `furthest` may be shown. */
  allow_seek: Flag,
  max_rate: z.number(),
  beat_seconds: z.number(),
  pause_hidden: Flag,
  /** Share of the section that must have been watched. */
  threshold: z.number(),
  /** Y: the picture may float above other windows. */
  allow_pip: z._default(Flag, 'N'),
});

/** A presence check that is open now: answer it within `seconds` or beats are refused until it is
 * answered. `kind` is `click`, or `question`: then `player/check_question` tells what is asked. */
export const OpenCheck = z.object({ check_id: Id, kind: z.string(), seconds: z.number() });

/** The ledger of one learner and section after a call. */
export const LedgerState = z.object({
  ranges: z.array(Span),
  furthest: z.number(),
  covered_seconds: z.number(),
  section_status: z.string(),
  /** Whole percent of the course. */
  progress: z.number(),
  learn_status: z.string(),
  /** Position in the video at which the next presence check opens; absent when none is left. */
  next_check_at: z.optional(z.number()),
  open_check: z.optional(OpenCheck),
  /** Go on from here: the check was answered too late. */
  rewind_to: z.optional(z.number()),
  /** Y when today's cap of counted time is reached: position is kept, time is not counted. */
  capped: Flag,
});
export type LedgerState = z.infer<typeof LedgerState>;

/** The course as its player shows it; only for the enrolled. */
export const playerCourse = call({
  path: '/qm/api/player/course',
  access: 'learner',
  body: z.object({ course_id: Id }),
  data: z.object({
    course_id: Id,
    title: z.string(),
    learning_id: Id,
    learn_status: z.string(),
    progress: z.number(),
    chapters: z.array(CatalogueChapter),
    last_section_id: z.string(),
    /** The steps that this course has, in order. */
    way: z._default(z.array(WayStep), []),
    /** What completing it gives. */
    hours: z._default(z.number(), 0),
    credits: z._default(z.number(), 0),
    ...WhatWaits,
    /** Present while study is suspended: sections cannot be entered then. */
    suspension: z.optional(Suspension),
  }),
});

/** Opens a section for play. The token is good for 65 s and renewed by each beat. `force` Y takes
 * over from another device; without it the site's rule decides (kick the earlier, or refuse with
 * `play_moved`). */
export const playerEnter = call({
  path: '/qm/api/player/enter',
  access: 'learner',
  body: z.object({ section_id: Id, force: z._default(Flag, 'N') }),
  data: z.extend(LedgerState, {
    play_token: z.string(),
    section_id: Id,
    /** `video`, `audio` or `pdf`. Sound counts on a hidden page too. */
    kind: z._default(z.string(), 'video'),
    /** Of a document: its pages, each so many seconds of the time line, one behind the other. A page
     * counts as read like a video as watched, and the document when each page does. */
    pages: z._default(z.number(), 0),
    page_seconds: z._default(z.number(), 0),
    title: z.string(),
    /** Length by the server's own measurement. */
    seconds: z.number(),
    resume_at: z.number(),
    rules: PlayRules,
    media_url: z.string(),
    media_expire_at: Time,
    poster: z.string(),
    /** WebVTT of the section, empty where there is none. */
    subtitles_url: z._default(z.string(), ''),
    watermark: z.string(),
    server_time: z.number(),
    took_over: Flag,
  }),
});

/** Tells what was watched since the last beat. A repeated `seq` answers the earlier result. Send
 * the first one, without spans, when the video starts: time counts from entering on. `visible`
 * says whether the page was visible while these spans played; spans of a hidden page do not
 * count. */
export const playerBeat = call({
  path: '/qm/api/player/beat',
  access: 'learner',
  encoding: 'json',
  body: z.object({
    play_token: PlayToken,
    seq: z.number().check(z.int(), z.minimum(1), z.maximum(mostWhole)),
    spans: z.array(Span).check(z.maxLength(200)),
    position: Place,
    rate: z.number().check(z.minimum(0), z.maximum(16)),
    visible: z.boolean(),
    /** The page's clock in ms, however wrong it is. */
    at: z.number().check(z.minimum(-lastMoment), z.maximum(lastMoment)),
  }),
  data: z.extend(LedgerState, { accepted_seconds: z.number(), server_time: z.number() }),
});

/** The question of an open check. Which answer is right never leaves the server. */
export const playerCheckQuestion = call({
  path: '/qm/api/player/check_question',
  access: 'learner',
  body: z.object({ play_token: PlayToken, check_id: Id }),
  data: z.object({
    check_id: Id,
    /** Goes back with the answer, so that one that was sent twice is not taken for another's. */
    attempt: z.number(),
    stem: z.string(),
    /** Y: several may be right. */
    is_multiple: Flag,
    options: z.array(z.object({ key: z.string(), text: z.string() })),
  }),
});

/** Answers an open check. A question is graded here: a wrong answer leaves the check open, with
 * another question where there is one. */
export const playerCheckAnswer = call({
  path: '/qm/api/player/check_answer',
  access: 'learner',
  body: z.object({
    play_token: PlayToken,
    check_id: Id,
    /** Keys of a question's chosen options, such as `AC`. */
    answer: z.optional(z.string().check(z.regex(/^[A-H]{1,8}$/, '请选择答案'))),
    attempt: z._default(Count.check(z.minimum(0), z.maximum(mostWhole)), 0),
  }),
  data: z.extend(LedgerState, {
    /** Of a question: whether it was right, and what is to be known about it. */
    graded: z.optional(z.object({ is_right: Flag, explain: z.string() })),
  }),
});

/** Ends the play; sent by `sendBeacon` too, hence safe to repeat. */
export const playerLeave = call({
  path: '/qm/api/player/leave',
  access: 'public',
  body: z.object({
    play_token: PlayToken,
    position: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(360_000))),
  }),
  data: Nothing,
});

/** A fresh signed address of the same section's video. */
export const playerMedia = call({
  path: '/qm/api/player/media',
  access: 'learner',
  body: z.object({ play_token: PlayToken }),
  data: z.object({ media_url: z.string(), media_expire_at: Time }),
});
