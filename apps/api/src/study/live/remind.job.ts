import type { FastifyInstance } from 'fastify';
import { ulid } from 'ulid';
import type { AppContext } from '../../platform/context/context.ts';
import { formatMinute } from '../../platform/http/format-time.ts';
import { readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import { insertMessages } from '../../person/message/message.store.ts';
import { livesBeginning, markReminded } from './live.store.ts';

/** Lead time of a reminder. */
const remindAheadMs = 15 * 60_000;
const everyMs = 20_000;

/** Reminds everybody with a booking, once each. Bookings shortly before the start are reminded at
 * once. Safe at any time in many processes. */
export async function remindBooked(context: AppContext): Promise<number> {
  const now = context.now();
  const due = await livesBeginning(context.db, now, new Date(now.getTime() + remindAheadMs));
  const courseFacts = await readCourseFacts(
    context.db,
    due.map(({ content_id }) => content_id),
  );
  let notifiedCount = 0;
  for (const { content_id, begin_at } of due) {
    const title = courseFacts.get(content_id)?.title ?? '';
    if (context.stopping.aborted) break;
    notifiedCount += await context.db.transaction(async (tx) => {
      const people = await markReminded(tx, content_id, now);
      await insertMessages(
        tx,
        people.map(({ user_id, site_id }) => ({
          id: ulid(now.getTime()),
          site_id,
          user_id,
          kind: 'study' as const,
          title: '您预约的直播即将开始',
          text: `“${title}”将于${formatMinute(begin_at)}开始，请提前进入直播间。`,
          link_type: 'L',
          link_id: content_id,
          created_at: now,
        })),
      );
      return people.length;
    });
  }
  return notifiedCount;
}

export function registerReminders(app: FastifyInstance, context: AppContext): void {
  const remind = () =>
    void remindBooked(context).catch((error: unknown) =>
      context.log.error({ err: error }, 'sending reminders of lives failed'),
    );
  const timer = setInterval(remind, everyMs);
  // Runs once at startup, so that work left by a crash does not wait.
  app.addHook('onListen', remind);
  app.addHook('preClose', async () => clearInterval(timer));
}
