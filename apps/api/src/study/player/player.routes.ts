import {
  playerBeat,
  playerCheckAnswer,
  playerCheckQuestion,
  playerCourse,
  playerEnter,
  playerLeave,
  playerMedia,
  sectionToOpen,
} from '@cme/contract/study';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { findContent } from '../../content/catalogue/catalogue.store.ts';
import { type Playable, readPlayable } from '../../content/catalogue/outline.store.ts';
import { createTtlCache } from '../../platform/http/ttl-cache.ts';
import { notOwned, type StudyGate } from '../learning/enrolled.ts';
import { statusAt, listWaySteps } from '../learning/learning.rules.ts';
import { findCurrentLearning } from '../learning/learning.store.ts';
import { chaptersFor } from '../learning/outline.view.ts';
import { readWaitingExams } from '../exam/list/waiting-exams.view.ts';
import { toSuspension } from '../learning/suspend.action.ts';
import type { SentBeat } from './beats/beat-group.rules.ts';
import { type BeatReply, evaluateBeats } from './beats/beat.action.ts';
import { answerPresence } from './checks/check-answer.action.ts';
import { readCheckQuestion } from './checks/check-question.view.ts';
import { enter } from './enter.action.ts';
import { createBatcher } from '../../platform/batching/batcher.ts';
import { leave } from './leave.action.ts';
import { signMedia, registerMedia } from './media/media.routes.ts';
import { createPlayCache } from './beats/play.cache.ts';
import { findPlay } from './play/play.store.ts';
import { lapsed, moved, noCourse, noVideo, unknownPlay } from './play/player.refusals.ts';
import { scheduleBeatRemoval } from './beats/remove-beats.job.ts';
import { tokenHash } from './token.rules.ts';
import type { CompletionEffects } from '../learning/completion.effects.ts';

const maxCachedPlays = 10_000;

export function registerPlayer(
  app: FastifyInstance,
  context: AppContext,
  completion: CompletionEffects,
  gate: StudyGate,
): void {
  const playCache = createPlayCache(maxCachedPlays);
  const services = {
    db: context.db,
    completion,
    readSections: sectionCache(context.settings.siteCacheMs),
    playCache,
  };
  const beat = createBatcher<SentBeat, BeatReply>(
    (sent) => evaluateBeats(services, sent, context.now()),
    {
      lanes: 2,
      getKey: ({ playHash }) => playHash,
    },
  );
  registerCourse(app, context);
  scheduleBeatRemoval(app, context);
  answer(app, context, playerEnter, ({ body, site, person, session, request }) =>
    enter(context, gate, {
      site,
      person,
      session,
      sectionId: body.section_id,
      force: body.force === 'Y',
      device: request.headers['user-agent'] ?? '',
    }),
  );
  answer(app, context, playerBeat, ({ body, person, session, unverifiedToken }) =>
    beat({ person, session, unverifiedToken, playHash: tokenHash(body.play_token), body }),
  );
  answer(app, context, playerCheckAnswer, ({ body, person, session }) =>
    answerPresence(context, completion, {
      person,
      session,
      ...body,
      playHash: tokenHash(body.play_token),
    }),
  );
  answer(app, context, playerCheckQuestion, ({ db, body, person, session }) =>
    readCheckQuestion(db, { person, session }, tokenHash(body.play_token), body.check_id),
  );
  answer(app, context, playerLeave, async ({ body, site }) => {
    await leave(context, site.site_id, tokenHash(body.play_token), body.position);
    return {};
  });
  registerAddresses(app, context);
  registerMedia(app, context, playCache);
}

/** The course beside the video: the learner's state and next steps. */
function registerCourse(app: FastifyInstance, context: AppContext): void {
  answer(app, context, playerCourse, async ({ body, site, person, db }) => {
    const learning = await findCurrentLearning(db, person.user_id, body.course_id);
    const placed = await findContent(db, site.site_id, body.course_id);
    if (!placed || (!learning && !placed.shown)) throw noCourse();
    if (!learning) throw notOwned();
    const { content_id, title, hours, credits } = placed.content;
    const { last_section_id } = learning;
    const status = statusAt(learning, context.now());
    const chapters = await chaptersFor(db, placed.content, learning);
    const sections = chapters.flatMap((chapter) => chapter.sections);
    const suspended = toSuspension(learning);
    return {
      course_id: content_id,
      title,
      learning_id: learning.learning_id,
      learn_status: status,
      progress: learning.progress,
      ...suspended,
      way: listWaySteps(status, learning.progress, placed.content, learning),
      hours,
      credits,
      chapters,
      last_section_id,
      start_section_id:
        (!suspended.suspension && sectionToOpen(sections, { last: last_section_id })?.section_id) ||
        '',
      ...(
        await readWaitingExams(
          db,
          site.site_id,
          [learning],
          () => placed.content.has_exam === 'Y',
          context.now(),
        )
      ).get(learning.learning_id),
    };
  });
}

/** A new address of the playing video. */
function registerAddresses(app: FastifyInstance, context: AppContext): void {
  answer(app, context, playerMedia, async ({ body, person, session, db }) => {
    const play = await findPlay(db, tokenHash(body.play_token));
    if (!play || play.user_id !== person.user_id || play.session_id !== session.session_id)
      throw unknownPlay();
    if (play.play_status === 'superseded') throw moved();
    if (play.play_status === 'ended' || play.play_status === 'lapsed') throw lapsed();
    const section = (await readPlayable(db, [play.section_id])).get(play.section_id);
    if (!section?.folder) throw noVideo();
    const media = { folder: section.folder, kind: section.kind };
    const { media_url, media_expire_at } = signMedia(context, media, {
      ...person,
      bound_to: play.play_id,
    });
    return { media_url, media_expire_at };
  });
}

/** Caches what beats need of their sections; a changed video is noticed within that time. */
function sectionCache(milliseconds: number) {
  const sections = createTtlCache<Playable | undefined>(milliseconds, 2000);
  return async (db: Db, ids: string[]): Promise<Map<string, Playable>> => {
    const found = await Promise.all(
      [...new Set(ids)].map((id) =>
        sections(id, async () => (await readPlayable(db, [id])).get(id)),
      ),
    );
    return new Map(found.flatMap((section) => (section ? [[section.section_id, section]] : [])));
  };
}
