import { playerBeat, playerEnter } from '@cme/contract/study';
import { orderCreate, orderDetail, refundApply } from '@cme/contract/payment';
import { and, eq } from 'drizzle-orm';
import { ulid } from 'ulid';
import { learning } from '../../src/study/learning/learning.tables.ts';
import { recompute } from '../../src/study/learning/recompute.action.ts';
import { insertProgress } from '../../src/study/learning/progress/progress.store.ts';
import type { TestApi } from '../test-api.ts';
import { fetchedAll } from '../fetched.ts';
import { type Learner, newLearner, type TestCourse } from '../learner.ts';
import { payAndDeliver } from './trade.ts';
import { completion } from '../../src/credits/certificate/issuing/completion.action.ts';

export interface Purchase {
  learner: Learner;
  course: TestCourse;
  order_code: string;
  item: string;
  learning_id: string;
}

/** A learner who has bought this course; paid and delivered. */
export async function purchaseBy(
  api: TestApi,
  course: TestCourse,
  seenAmount: string,
  learner?: Learner,
): Promise<Purchase> {
  const person = learner ?? (await newLearner(api));
  const { order_code } = await api.send(
    orderCreate,
    { item: { id: course.id }, seen_amount: seenAmount, request_id: ulid() },
    person,
  );
  await payAndDeliver(api, order_code);
  const order = await api.send(orderDetail, { order_code }, person);
  const [row] = await api.db
    .select()
    .from(learning)
    .where(and(eq(learning.content_id, course.id), eq(learning.user_id, person.user_id)));
  if (!row) throw new Error('not enrolled');
  return {
    learner: person,
    course,
    order_code,
    item: order.items[0]!.order_item_id,
    learning_id: row.learning_id,
  };
}

/** Requests a refund of all of it. */
export const applyForRefund = (api: TestApi, { order_code, item, learner }: Purchase) =>
  api.send(
    refundApply,
    { order_code, order_item_ids: [item], request_id: ulid(), reason: '买错课程了' },
    learner,
  );

/** The ledger after this many sections, written directly. */
export async function studiedBehind(
  { db, clock }: TestApi,
  { learning_id, course }: Purchase,
  sections: number,
): Promise<void> {
  await insertProgress(
    db,
    course.sections.slice(0, sections).map((sectionId) => ({
      learning_id,
      section_id: sectionId,
      section_status: 'finished' as const,
      watched_ranges: [[0, 60_000] as [number, number]],
      covered_ms: 60_000,
      furthest_ms: 60_000,
      updated_at: clock.now(),
    })),
  );
  await db.transaction((tx) => recompute(tx, completion, learning_id, clock.now()));
}

/** A page that plays a section and sends beats. */
export async function playing(api: TestApi, learner: Learner, sectionId: string) {
  const { play_token } = await api.send(playerEnter, { section_id: sectionId }, learner);
  await fetchedAll(api.db, play_token);
  let seq = 0;
  return (spans: [number, number][]) =>
    api.send(
      playerBeat,
      {
        play_token,
        seq: (seq += 1),
        spans,
        position: spans.at(-1)?.[1] ?? 0,
        rate: 1,
        visible: true,
        at: api.clock.now().getTime(),
      },
      learner,
    );
}
