import { randomBytes } from 'node:crypto';
import type { DataOf } from '@cme/contract/base';
import type { playerEnter } from '@cme/contract/study';
import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext, SignedIn } from '../../platform/context/context.ts';
import { readCourseFacts, findContent } from '../../content/catalogue/catalogue.store.ts';
import { type Playable, readPlayable } from '../../content/catalogue/outline.store.ts';
import { statusAt } from '../learning/learning.rules.ts';
import { findCurrentLearning, type Learning, updateLearning } from '../learning/learning.store.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { readParts } from '../learning/outline.view.ts';
import { refuseSuspended } from '../learning/suspend.action.ts';
import type { Site } from '../../platform/sites/site.store.ts';
import { asksQuestion, planChecks } from './play/checks.rules.ts';
import { readQuestionIds } from './checks/class-question.store.ts';
import { ledgerState } from './play/ledger.view.ts';
import { signMedia } from './media/media.routes.ts';
import {
  closePlay,
  lockLearner,
  insertPlay,
  type PlaySession,
  lockPlays,
} from './play/play.store.ts';
import {
  type Check,
  insertChecks,
  openProgress,
  readChecks,
  readStudyTime,
  type Progress,
} from '../learning/progress/progress.store.ts';
import { notOwned, refuseUnopened, type StudyGate } from '../learning/enrolled.ts';
import {
  elsewhere,
  noSection,
  notPlayable,
  noVideo,
  sectionLocked,
} from './play/player.refusals.ts';
import { hasLease } from './play/player.rules.ts';
import { ledger } from '../learning/progress/ledger.rules.ts';
import { playMoved } from './play/state-changes.rules.ts';
import type { StudyRules } from './study-rule/study-rule.rules.ts';
import { readStudyRules } from './study-rule/study-rule.store.ts';
import { tokenHash } from './token.rules.ts';
import { readWatermark } from './media/watermark.ts';
import { formatDay } from '../../platform/http/format-time.ts';

interface Entering extends SignedIn {
  site: Site;
  sectionId: string;
  force: boolean;
  device: string;
}

/** With the centre's settings for this course. */
type Ruled = Entering & { rules: StudyRules };
type Ready = Playable & { folder: string; seconds: number };

/**
 * Opens a section for playing: checks access and section order, takes the learner's one play, plans
 * the checks, signs the video address.
 */
export async function enter(
  context: AppContext,
  gate: StudyGate,
  entering: Entering,
): Promise<DataOf<typeof playerEnter>> {
  const now = context.now();
  const { section, learning } = await findPlayable(context.db, entering, now);
  await gate(context.db, learning);
  const { site } = entering;
  const rules = await readStudyRules(context.db, site.site_id, section.content_id, {
    max_rate: section.max_rate,
    play_kick_mode: site.play_kick_mode,
  });
  const play_token = randomBytes(32).toString('base64url');
  const opened = await context.db.transaction((tx) =>
    open(tx, { ...entering, rules }, { section, learning, token: play_token }, now),
  );
  const { today } = await readStudyTime(context.db, entering.person.user_id, formatDay(now));
  return toEnterReply(context, { ...entering, rules }, section, learning, {
    ...opened,
    play_token,
    capped: today >= rules.daily_cap_minutes * 60,
  });
}

/** Returns section and enrolment, or refuses with the reason. */
async function findPlayable(
  db: Db,
  { site, person, sectionId }: Entering,
  now: Date,
): Promise<{ section: Ready; learning: Learning }> {
  const section = (await readPlayable(db, [sectionId])).get(sectionId);
  if (!section) throw noSection();
  const learning = await findCurrentLearning(db, person.user_id, section.content_id);
  if (!learning)
    throw (await findContent(db, site.site_id, section.content_id))?.shown
      ? notOwned()
      : noSection();
  refuseSuspended(learning);
  if (statusAt(learning, now) === 'expired') throw notPlayable();
  await refuseUnopened(db, section.content_id, now);
  const { folder, seconds } = section;
  if (folder === null || seconds === null) throw noVideo();
  const courseFacts = (await readCourseFacts(db, [section.content_id])).get(section.content_id);
  const parts =
    (await readParts(db, [learning], () => courseFacts?.sequential ?? 'N')).get(
      learning.learning_id,
    ) ?? [];
  if (parts.find(({ section_id }) => section_id === sectionId)?.status === 'locked')
    throw sectionLocked();
  return { section: { ...section, folder, seconds }, learning };
}

interface OpenedPlay {
  play_id: string;
  progress: Progress;
  checks: Check[];
  tookOver: boolean;
}

async function open(
  tx: Db,
  { site, person, session, force, device, rules }: Ruled,
  { section, learning, token }: { section: Ready; learning: Learning; token: string },
  now: Date,
): Promise<OpenedPlay> {
  await lockLearner(tx, person.user_id);
  const { current, creditedTo } = await lockPlays(tx, person.user_id);
  const isPlaying =
    current !== undefined && hasLease(current.last_beat_at.getTime(), now.getTime());
  const isElsewhere = isPlaying && current.session_id !== session.session_id;
  if (isElsewhere && rules.play_kick_mode === 'reject_current' && !force) throw elsewhere();
  if (current) await closeEarlier(tx, current, isPlaying, now);
  const progress = await openProgress(tx, learning.learning_id, section.section_id, now);
  const checks = await plannedChecks(tx, section, learning, progress, rules.checks === 'Y');
  const play_id = ulid(now.getTime());
  await insertPlay(tx, {
    play_id,
    token_hash: tokenHash(token),
    site_id: site.site_id,
    user_id: person.user_id,
    session_id: session.session_id,
    learning_id: learning.learning_id,
    content_id: section.content_id,
    section_id: section.section_id,
    device: device.slice(0, 200),
    started_at: now,
    last_beat_at: now,
    credited_to: new Date(creditedTo),
    allow_seek: rules.allow_seek,
    max_rate: rules.max_rate,
    daily_cap_ms: rules.daily_cap_minutes * 60_000,
    needs_fetch: true,
  });
  await updateLearning(tx, learning.learning_id, {
    last_section_id: section.section_id,
    last_at: now,
  });
  return { play_id, progress, checks, tookOver: isPlaying };
}

async function closeEarlier(
  tx: Db,
  play: PlaySession,
  isPlaying: boolean,
  at: Date,
): Promise<void> {
  const to = isPlaying ? 'superseded' : 'lapsed';
  await closePlay(tx, play.play_id, to);
  await logState(tx, playMoved(play, to, 'learner', at));
}

/**
 * Planned once per learner and section, on the first entry; never again, whatever the page does.
 */
async function plannedChecks(
  tx: Db,
  section: Ready,
  { learning_id }: Learning,
  progress: Progress,
  isChecked: boolean,
): Promise<Check[]> {
  const known = await readChecks(tx, learning_id, section.section_id);
  if (!isChecked || known.length > 0 || progress.section_status !== 'not_started') return known;
  // Turning pages proves presence.
  if (section.kind === 'pdf') return known;
  const seconds = planChecks(section.seconds, Math.random, section.check_plan);
  const questions = await readQuestionIds(tx, section.section_id);
  const first = Math.floor(Math.random() * questions.length);
  await insertChecks(
    tx,
    seconds.map((plannedSecond, index) => {
      const question_id = asksQuestion(plannedSecond, section.check_plan)
        ? questions[(first + index) % questions.length]
        : undefined;
      return {
        check_id: ulid(),
        learning_id,
        section_id: section.section_id,
        planned_second: plannedSecond,
        ...(question_id ? { kind: 'question' as const, question_id } : {}),
      };
    }),
  );
  return readChecks(tx, learning_id, section.section_id);
}

async function toEnterReply(
  context: AppContext,
  { person, rules }: Ruled,
  section: Ready,
  learning: Learning,
  opened: OpenedPlay & { play_token: string; capped: boolean },
): Promise<DataOf<typeof playerEnter>> {
  const { play_id, progress, checks, tookOver, play_token, capped } = opened;
  const now = context.now();
  const end = Math.round(section.seconds * 1000);
  const finished = progress.section_status === 'finished';
  const check = checks.find(({ answered_at }) => answered_at === null);
  const media = signMedia(context, section, { ...person, bound_to: play_id });
  return {
    ...ledgerState({
      ranges: progress.watched_ranges,
      furthest: progress.furthest_ms,
      end,
      section_status: progress.section_status,
      capped,
      learning: { progress: learning.progress, learn_status: statusAt(learning, now) },
      ...(check
        ? {
            check: {
              ...check,
              planned_ms: check.planned_second * 1000,
              shown_at: check.shown_at?.getTime() ?? null,
            },
          }
        : {}),
    }),
    play_token,
    section_id: section.section_id,
    kind: section.kind ?? 'video',
    pages: section.pages ?? 0,
    page_seconds: section.pages ? section.seconds / section.pages : 0,
    title: section.title,
    seconds: section.seconds,
    resume_at: resumeAt(progress, end),
    rules: {
      allow_seek: finished || section.kind === 'pdf' ? 'Y' : rules.allow_seek,
      max_rate: finished ? Math.max(2, rules.max_rate) : rules.max_rate,
      beat_seconds: ledger.beat / 1000,
      pause_hidden: section.kind === 'audio' ? 'N' : 'Y',
      threshold: ledger.threshold,
      allow_pip: rules.allow_pip,
    },
    media_url: media.media_url,
    media_expire_at: media.media_expire_at,
    subtitles_url: section.kind === 'video' ? media.beside('zh.vtt') : '',
    poster: section.kind === 'video' ? media.beside('poster.webp') : '',
    watermark: await readWatermark(context, person),
    server_time: now.getTime(),
    took_over: tookOver ? 'Y' : 'N',
  };
}

/** Where the learner stopped; from the beginning if that was the end. */
function resumeAt({ last_position_ms }: Progress, end: number): number {
  return last_position_ms >= end - 2000 ? 0 : last_position_ms / 1000;
}
