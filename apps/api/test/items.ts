import { insertActivities, type NewActivity } from '../src/study/activity/activity.store.ts';
import { insertLives, type NewLive } from '../src/study/live/live.store.ts';
import { newCourse, type TestCourse } from './learner.ts';
import type { TestApi } from './test-api.ts';

const minute = 60_000;

/** A free live that starts in an hour and lasts an hour. */
export async function newLive(
  api: TestApi,
  facts: Partial<NewLive> = {},
  options: Parameters<typeof newCourse>[1] = {},
): Promise<TestCourse> {
  const live = await newCourse(api, { content_type: 'L', lengths: [], ...options });
  const begin_at = facts.begin_at ?? new Date(api.clock.now().getTime() + 60 * minute);
  await insertLives(api.db, [
    {
      content_id: live.id,
      begin_at,
      finish_at: new Date(begin_at.getTime() + 60 * minute),
      ...facts,
    },
  ]);
  return live;
}

/** An activity that is open for applications and begins tomorrow. */
export async function newActivity(
  api: TestApi,
  facts: Partial<NewActivity> = {},
  options: Parameters<typeof newCourse>[1] = {},
): Promise<TestCourse> {
  const activity = await newCourse(api, { content_type: 'A', lengths: [], ...options });
  const now = api.clock.now().getTime();
  const after = (hours: number) => new Date(now + hours * 60 * minute);
  await insertActivities(api.db, [
    {
      content_id: activity.id,
      apply_from: after(-1),
      apply_to: after(12),
      begin_at: after(24),
      finish_at: after(26),
      seats: 2,
      ...facts,
    },
  ]);
  return activity;
}
