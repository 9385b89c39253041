import {
  liveBeat,
  liveEnd,
  liveKey,
  liveMessages,
  liveModerate,
  liveRoom,
  liveSay,
} from '@cme/contract/study';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { answer } from '../../../platform/http/answer.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { readTeachers } from '../../../content/catalogue/catalogue.store.ts';
import { requireTeacher } from '../../../person/identity/course-teacher.ts';
import { beatLive } from './beat.action.ts';
import { moderate, postMessage } from './chat.action.ts';
import { endLive } from '../end.action.ts';
import { keySeconds, streamKey } from '../../../platform/settings/live-ingest.ts';
import { liveStatusAt, room } from '../live.rules.ts';
import { readLive } from '../live.store.ts';
import { chatVersion, findMessage, isMuted, readMessages } from './room.store.ts';
import { readWatermark } from '../../player/media/watermark.ts';
import { flag } from '../../../platform/http/flag.ts';
import { enterLiveRoom, readMessageViews, readRoomState } from './live-room.view.ts';
import { liveOr404 } from '../live.view.ts';

export function registerLiveRoom(app: FastifyInstance, context: AppContext): void {
  registerPresence(app, context);
  registerChat(app, context);
  registerTeaching(app, context);
}

function registerPresence(app: FastifyInstance, context: AppContext): void {
  answer(app, context, liveRoom, async ({ db, site, person, session, body }) => {
    const now = context.now();
    const attendee = await enterLiveRoom(db, site.site_id, body.id, { person, session }, now);
    const { content } = attendee.whole.placed;
    const [teacher] = await readTeachers(db, body.id);
    return {
      ...(await readRoomState(context, attendee, now)),
      id: body.id,
      title: content.title,
      cover: content.cover,
      teacher_name: teacher?.name ?? '',
      cancel_reason: attendee.whole.live.cancel_reason,
      watermark: await readWatermark(context, person),
      has_ingest: flag(context.settings.liveRtmp !== ''),
      can_moderate: flag(attendee.isStaff),
      beat_seconds: room.beatSeconds,
      chat_seconds: room.chatSeconds,
    };
  });
  answer(app, context, liveBeat, async ({ db, site, person, session, body }) => {
    const now = context.now();
    const { user_id } = person;
    const attendee = await enterLiveRoom(db, site.site_id, body.id, { person, session }, now);
    const beat = {
      live: attendee.whole.live,
      site_id: site.site_id,
      user_id,
      session_id: session.session_id,
      playing: body.playing === 'Y',
      force: body.force === 'Y',
      begins: body.begins === 'Y',
    };
    const { isCapped } = await beatLive(db, beat, now);
    return { ...(await readRoomState(context, attendee, now)), capped: flag(isCapped) };
  });
}

function registerChat(app: FastifyInstance, context: AppContext): void {
  answer(app, context, liveMessages, async ({ db, site, person, session, body }) => {
    const { user_id } = person;
    const { whole: liveDetail } = await enterLiveRoom(
      db,
      site.site_id,
      body.id,
      { person, session },
      context.now(),
    );
    const version = await chatVersion(db, body.id);
    const rows = version === body.known ? [] : await readMessages(db, body.id, room.messages);
    return {
      version,
      ...(version !== body.known && {
        list: await readMessageViews(db, rows.toReversed(), user_id),
      }),
      chat_on: flag(liveDetail.live.chat_on),
      muted: flag(await isMuted(db, body.id, user_id)),
    };
  });
  answer(
    app,
    context,
    liveSay,
    async ({ db, site, person, session, body }) => {
      const now = context.now();
      const { user_id } = person;
      const { whole: liveDetail, isStaff } = await enterLiveRoom(
        db,
        site.site_id,
        body.id,
        { person, session },
        now,
      );
      const saying = { live: liveDetail.live, site_id: site.site_id, user_id, isStaff };
      const row = await postMessage(db, saying, body, now);
      const [message] = await readMessageViews(db, [row], user_id);
      if (!message) throw new Error('the view of a message is missing');
      return { message };
    },
    { perMinute: 120 },
  );
}

/** Calls of the site's teachers. */
function registerTeaching(app: FastifyInstance, context: AppContext): void {
  answer(app, context, liveModerate, async ({ db, site, person, body }) => {
    await requireTeacher(db, site.site_id, person.user_id);
    const message = await findMessage(db, body.message_id);
    if (message?.site_id !== site.site_id)
      throw new RefusalError(404, '没有找到这条发言', 'not_found');
    const actor = { actor_type: 'staff' as const, actor_id: person.user_id };
    await moderate(db, message, body.decision, actor, context.now());
    const after = await findMessage(db, body.message_id);
    return {
      hidden: flag(Boolean(after?.hidden_at)),
      muted: flag(await isMuted(db, message.content_id, message.user_id)),
    };
  });
  answer(app, context, liveEnd, async ({ db, site, person, body }) => {
    await requireTeacher(db, site.site_id, person.user_id);
    await liveOr404(db, site.site_id, body.id);
    const actor = { actor_type: 'staff' as const, actor_id: person.user_id };
    await endLive(db, body.id, actor, context.now());
    const live = await readLive(db, body.id);
    return { live_status: live ? liveStatusAt(live, context.now()) : '' };
  });
  answer(app, context, liveKey, async ({ db, site, person, body }) => {
    await requireTeacher(db, site.site_id, person.user_id);
    await liveOr404(db, site.site_id, body.id);
    const expires = Math.floor(context.now().getTime() / 1000) + keySeconds;
    return {
      server: context.settings.liveRtmp,
      stream_key: streamKey(context.settings, body.id, expires),
      expire_ms: expires * 1000,
    };
  });
}
