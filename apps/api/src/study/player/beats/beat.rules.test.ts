import { describe, expect, it } from 'vitest';
import { RefusalError } from '../../../platform/http/refusal.ts';
import type { Playable } from '../../../content/catalogue/outline.store.ts';
import { evaluateGroup, needsNoLocks, type SentBeat, statesChanged } from './beat-group.rules.ts';
import { type BeatBody, evaluateBeat } from './beat.rules.ts';
import type { PlaySnapshot } from './beat.store.ts';
import { ledger } from '../../learning/progress/ledger.rules.ts';

const at = new Date('2026-05-06T01:00:00Z');
const now = at.getTime();

const play = (fields: Partial<PlaySnapshot> = {}): PlaySnapshot =>
  Object.freeze({
    play_id: 'p',
    token_hash: 'h',
    user_id: 'u',
    session_id: 's',
    learning_id: 'l',
    section_id: 'c',
    play_status: 'active',
    seq: 3,
    last_accepted_ms: 15_000,
    last_beat_at: now - 15_000,
    credited_to: now - 15_000,
    accepted_ms: 30_000,
    rejected_count: 0,
    section_status: 'studying',
    ranges: Object.freeze<[number, number][]>([[0, 30_000]]),
    covered_ms: 30_000,
    furthest_ms: 30_000,
    position_ms: 30_000,
    finished_at: null,
    counted_today: 30_000,
    check: null,
    learn_status: 'studying',
    suspension: '',
    progress: 0,
    study_end_at: Date.UTC(2027, 0),
    allow_seek: null,
    max_rate: null,
    daily_cap_ms: null,
    needs_fetch: true,
    fetched: Object.freeze<[number, number][]>([[0, 600_000]]),
    ...fields,
  });

const section: Playable = {
  section_id: 'c',
  content_id: 'k',
  title: '',
  content_title: '',
  cover: '',
  sequential: 'N',
  seconds: 100,
  folder: 'f',
  max_rate: 1,
  check_plan: null,
  kind: 'video',
  pages: 0,
};

const beat = (fields: Partial<BeatBody> = {}): BeatBody => ({
  play_token: 't',
  seq: 4,
  spans: [[30, 45]],
  position: 45,
  rate: 1,
  visible: true,
  at: now,
  ...fields,
});

const shownCheck = { check_id: 'k', planned_ms: 40_000, kind: 'click', shown_at: now - 10_000 };
const dueCheck = { ...shownCheck, shown_at: null };

interface Case {
  of: string;
  play?: Partial<PlaySnapshot>;
  beat?: Partial<BeatBody>;
  section?: Playable | null;
  /** The refusal's code, or the kind of beat. */
  verdict: string;
  /** Fields changed by the beat; when absent the play object itself is returned. */
  writes?: Partial<PlaySnapshot>;
}

const cases: Case[] = [
  { of: 'a play taken over', play: { play_status: 'superseded' }, verdict: 'play_moved' },
  { of: 'a play that was left', play: { play_status: 'ended' }, verdict: 'play_lapsed' },
  { of: 'a play that lapsed', play: { play_status: 'lapsed' }, verdict: 'play_lapsed' },
  { of: 'the last beat again', beat: { seq: 3 }, verdict: 'repeated' },
  { of: 'an older beat again', beat: { seq: 1 }, verdict: 'repeated' },
  {
    of: 'the last beat again while study rests',
    play: { suspension: 'refund_pending' },
    beat: { seq: 3 },
    verdict: 'repeated',
  },
  { of: 'study that rests', play: { suspension: 'refund_pending' }, verdict: 'refund_pending' },
  { of: 'an enrolment that was revoked', play: { learn_status: 'revoked' }, verdict: 'not_owned' },
  { of: 'an enrolment that ran out', play: { study_end_at: now }, verdict: 'not_owned' },
  { of: 'a section that is gone', section: null, verdict: 'not_owned' },
  { of: 'a section without a video', section: { ...section, seconds: null }, verdict: 'not_owned' },
  {
    of: 'a play without a beat for too long',
    play: { last_beat_at: now - ledger.lease - ledger.offline - 1 },
    verdict: 'play_lapsed',
    writes: { play_status: 'lapsed' },
  },
  {
    of: 'a presence check that waits for an answer',
    play: { check: shownCheck },
    verdict: 'check_open',
    writes: { last_beat_at: now, play_status: 'paused', rejected_count: 1 },
  },
  {
    of: 'a presence check that a shorter video left behind its end',
    play: { check: { ...shownCheck, planned_ms: 100_000 } },
    verdict: 'counted',
    writes: { seq: 4, furthest_ms: 45_000 },
  },
  {
    of: 'fifteen seconds watched',
    verdict: 'counted',
    writes: {
      seq: 4,
      last_accepted_ms: 15_000,
      last_beat_at: now,
      accepted_ms: 45_000,
      ranges: [[0, 45_000]],
      covered_ms: 45_000,
      position_ms: 45_000,
      counted_today: 45_000,
    },
  },
  {
    of: 'a page that was hidden',
    beat: { visible: false },
    verdict: 'counted',
    writes: { seq: 4, last_accepted_ms: 0, play_status: 'paused', rejected_count: 1 },
  },
  {
    of: 'the first beat of an enrolment',
    play: { learn_status: 'enrolled', section_status: 'not_started' },
    verdict: 'counted',
    writes: { learn_status: 'studying', section_status: 'studying' },
  },
  {
    of: 'a beat that reaches a presence check',
    play: { check: dueCheck },
    verdict: 'counted',
    writes: { furthest_ms: 40_000, play_status: 'paused', check: { ...dueCheck, shown_at: now } },
  },
  {
    of: 'the beat that finishes a section',
    play: { ranges: [[0, 85_000]], furthest_ms: 85_000, section_status: 'studying' },
    beat: { spans: [[85, 100]] },
    verdict: 'counted',
    writes: { section_status: 'finished', finished_at: now },
  },
];

describe('one beat', () => {
  it.each(cases)('$of: $verdict', ({ verdict, writes, ...given }) => {
    const before = play(given.play);
    const judged = evaluateBeat(
      before,
      given.section ?? (given.section === null ? undefined : section),
      beat(given.beat),
      at,
    );
    expect(judged.verdict instanceof RefusalError ? judged.verdict.code : judged.verdict.is).toBe(
      verdict,
    );
    if (writes) expect(judged.play).toMatchObject(writes);
    else expect(judged.play).toBe(before);
    expect(judged.logged !== undefined).toBe(verdict === 'counted');
  });
});

describe('a group of beats', () => {
  const sent = (fields: Partial<SentBeat> = {}): SentBeat => ({
    person: { user_id: 'u', site_id: '1', real_name: '' },
    session: { session_id: 's' },
    playHash: 'h',
    body: beat(),
    ...fields,
  });
  const known = (before: PlaySnapshot) => ({
    at,
    day: '2026-05-06',
    plays: new Map([['h', before]]),
    sections: new Map([['c', section]]),
  });

  it('evaluates each beat on the play as left by the previous one', () => {
    const before = play({ last_beat_at: now - 30_000, credited_to: now - 30_000 });
    const next = beat({ seq: 5, spans: [[45, 60]], position: 60 });
    const group = evaluateGroup(known(before), [
      sent(),
      sent({ body: next }),
      sent({ body: next }),
    ]);
    expect(group.verdicts.map((verdict) => 'is' in verdict && verdict.is)).toEqual([
      'counted',
      'counted',
      'repeated',
    ]);
    expect(group.changes).toHaveLength(1);
    expect(group.changes[0]?.before).toBe(before);
    expect(group.logged.map(({ seq }) => seq)).toEqual([4, 5]);
  });

  it('refuses senders that do not own the play or are signed out', () => {
    const refused = (beat: SentBeat, readActiveTokens?: Set<string>) => {
      const group = evaluateGroup(
        { ...known(play()), ...(readActiveTokens ? { livingTokens: readActiveTokens } : {}) },
        [beat],
      );
      const [verdict] = group.verdicts;
      return verdict instanceof RefusalError && group.changes.length === 0 && verdict.code;
    };
    expect(refused(sent({ playHash: 'other' }))).toBe('not_found');
    expect(refused(sent({ session: { session_id: 'other' } }))).toBe('not_found');
    expect(refused(sent({ unverifiedToken: 'dead' }), new Set(['alive']))).toBe('need_login');
    expect(refused(sent({ unverifiedToken: 'alive' }), new Set(['alive']))).toBe(false);
  });

  it.each([
    { of: 'a beat that counts', beats: [sent()], plain: true },
    {
      of: 'one whose sender the write proves',
      beats: [sent({ unverifiedToken: 'a' })],
      plain: true,
    },
    {
      of: 'two tokens for one play',
      beats: [sent({ unverifiedToken: 'a' }), sent({ unverifiedToken: 'b' })],
      plain: false,
    },
    {
      of: 'a remembered sender of nothing to write',
      beats: [sent({ unverifiedToken: 'a', body: beat({ seq: 3 }) })],
      plain: false,
    },
    { of: 'a repeat of a verified sender', beats: [sent({ body: beat({ seq: 3 }) })], plain: true },
    {
      of: 'a section that is finished',
      before: play({ ranges: [[0, 85_000]], furthest_ms: 85_000 }),
      beats: [sent({ body: beat({ spans: [[85, 100]] }) })],
      plain: false,
      states: ['finished'],
    },
    {
      of: 'a play that lapses',
      before: play({ last_beat_at: 0 }),
      beats: [sent()],
      plain: false,
      states: ['lapsed'],
    },
  ])('$of: without locks $plain', ({ before, beats, plain, states = [] }) => {
    const group = evaluateGroup(known(before ?? play()), beats);
    expect(needsNoLocks(group)).toBe(plain);
    const moves = group.changes.flatMap((change) => statesChanged(change, at));
    expect(moves.map(({ to }) => to)).toEqual(states);
  });
});
