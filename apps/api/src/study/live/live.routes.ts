import { liveBook, liveDetail, liveEnter, liveStatus } from '@cme/contract/study';
import type { FastifyInstance } from 'fastify';
import type { AppContext, Person } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import type { Site } from '../../platform/sites/site.store.ts';
import { scopeRefusal } from '../../content/catalogue/scope.rules.ts';
import { findScoped } from '../../content/catalogue/scope.store.ts';
import { readTeachers } from '../../content/catalogue/catalogue.store.ts';
import { readVideoSeconds } from '../../content/catalogue/outline.store.ts';
import { joinFree } from '../learning/enrolment/join.action.ts';
import { canBook, liveStatusAt, liveStatusNames } from './live.rules.ts';
import { countBookings, deleteBooking, insertBookings } from './live.store.ts';
import { registerReminders } from './remind.job.ts';
import { flag } from '../../platform/http/flag.ts';
import type { ReadDetail } from '../detail/detail.view.ts';
import { liveOr404, readLiveStanding, toLiveState } from './live.view.ts';

export function registerLive(
  app: FastifyInstance,
  context: AppContext,
  readDetail: ReadDetail,
): void {
  registerReminders(app, context);
  answer(app, context, liveDetail, async ({ db, site, person, body }) => {
    const now = context.now();
    const liveDetail = await liveOr404(db, site.site_id, body.id, person?.user_id);
    const standing = await readLiveStanding(db, liveDetail, person?.user_id, now);
    const { placed, live } = liveDetail;
    return {
      ...(await readDetail(db, site.site_id, placed, person?.user_id, now)),
      ...toLiveState(liveDetail, standing, now),
      begin_at: formatTime(live.begin_at),
      finish_at: formatTime(live.finish_at),
      cancel_reason: live.cancel_reason,
      teachers: await readTeachers(db, body.id),
      booked: flag(standing.booked),
      can_book: flag(canBook(liveStatusAt(live, now), standing)),
      booked_count: await countBookings(db, body.id),
      replay_seconds: live.replay_id ? await readVideoSeconds(db, live.replay_id) : 0,
    };
  });
  answer(app, context, liveStatus, async ({ db, site, person, body }) => {
    const now = context.now();
    const liveDetail = await liveOr404(db, site.site_id, body.id, person?.user_id);
    return toLiveState(
      liveDetail,
      await readLiveStanding(db, liveDetail, person?.user_id, now),
      now,
    );
  });
  answer(app, context, liveEnter, ({ db, site, person, body }) =>
    enterLive(db, site, person, body.id, context.now()),
  );
  answer(app, context, liveBook, async ({ db, site, person, body }) => {
    await book(db, site, person, body, context.now());
    return { booked: body.booked, booked_count: await countBookings(db, body.id) };
  });
}

/** Entering a free live joins it; its state determines the player. */
async function enterLive(db: Db, site: Site, person: Person, id: string, now: Date) {
  const liveDetail = await liveOr404(db, site.site_id, id, person.user_id);
  const standing = await readLiveStanding(db, liveDetail, person.user_id, now);
  const { live_action, live_status } = toLiveState(liveDetail, standing, now);
  if (live_action === 'none')
    throw new RefusalError(400, '您不在该直播的适用范围内', 'not_in_scope');
  if (live_action === 'buy') throw new RefusalError(400, '该直播需要购买后观看', 'not_owned');
  if (live_action !== 'enter' && live_action !== 'replay')
    throw new RefusalError(400, liveStatusNames[live_status], 'live_state');
  const { content_type } = liveDetail.placed.content;
  if (!standing.owned) await joinFree(db, site, person, { content_type, id }, now);
  return { content_type: live_action === 'enter' ? 'L' : 'R', id };
}

async function book(
  db: Db,
  site: Site,
  { user_id }: Person,
  { id, booked }: { id: string; booked: 'Y' | 'N' },
  now: Date,
): Promise<void> {
  const liveDetail = await liveOr404(db, site.site_id, id, user_id);
  if (booked === 'N') return deleteBooking(db, id, user_id);
  const standing = await readLiveStanding(db, liveDetail, user_id, now);
  if (standing.booked) return;
  const status = liveStatusAt(liveDetail.live, now);
  if (status === 'canceled') throw new RefusalError(400, '本场直播已取消', 'live_state');
  if (status !== 'scheduled') throw new RefusalError(400, '直播已开始，无需预约', 'live_state');
  if (!canBook(status, standing))
    throw new RefusalError(400, '您不在该直播的适用范围内', 'not_in_scope');
  const person = standing.owned ? undefined : await findScoped(db, user_id);
  const refusal = person && scopeRefusal(liveDetail.placed.content.apply_scope, person);
  if (refusal) throw refusal;
  await insertBookings(db, [{ content_id: id, user_id, site_id: site.site_id, booked_at: now }]);
}
