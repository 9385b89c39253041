import { CallError } from '@cme/commons/api-client';
import { learnJoin, playerBeat, playerEnter } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { fetchedAll } from '../../../../test/fetched.ts';
import { type Learner, newCourse, newLearner, signInAgain } from '../../../../test/learner.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { readStates } from '../../../platform/state-log/state-log.store.ts';
import { checkLog } from '../../learning/progress/progress.tables.ts';
import { mergeRules, type SwitchRow, switches, toDefaultRules } from './study-rule.rules.ts';
import { setStudyRule } from './study-rule.store.ts';

const api = await startApiForFile();

const none: SwitchRow = {
  allow_seek: null,
  max_rate: null,
  checks: null,
  daily_cap_minutes: null,
  play_kick_mode: null,
  allow_pip: null,
};
const otherwise = toDefaultRules({ max_rate: 1, play_kick_mode: 'kick_previous' });

it.each([
  ['what is usual, without a row', undefined, undefined, {}],
  ['what is usual, under empty rows', none, none, {}],
  ['the site, where the course says nothing', none, { ...none, max_rate: 1.5 }, { max_rate: 1.5 }],
  [
    'the course before the site, name by name',
    { ...none, allow_seek: 'N' as const, daily_cap_minutes: 60 },
    { ...none, allow_seek: 'Y' as const, max_rate: 1.25 },
    { allow_seek: 'N', daily_cap_minutes: 60, max_rate: 1.25 },
  ],
])('the rules come from %s', (_, course, site, expected) => {
  expect(mergeRules(course, site, otherwise)).toEqual({ ...otherwise, ...expected });
});

it.each([
  ['allow_seek', 'Y', 'Y'],
  ['allow_seek', 'yes', undefined],
  ['max_rate', '1.5', 1.5],
  ['max_rate', '0.4', undefined],
  ['max_rate', '2.01', undefined],
  ['max_rate', '1e0', undefined],
  ['daily_cap_minutes', '30', 30],
  ['daily_cap_minutes', '29', undefined],
  ['daily_cap_minutes', '60.5', undefined],
  ['daily_cap_minutes', '1441', undefined],
  ['play_kick_mode', 'reject_current', 'reject_current'],
  ['play_kick_mode', 'kick', undefined],
] as const)('%s parses %s as %s', (name, text, value) => {
  expect(switches[name].read(text)).toBe(value);
});

const actor = { actor_type: 'staff' as const, actor_id: 'S1' };
const set = (contentId: string, name: string, text: string) =>
  setStudyRule(
    api.db,
    { site_id: 'main', content_id: contentId, name, text },
    actor,
    api.clock.now(),
  );

async function joined(options: Parameters<typeof newCourse>[1] = {}) {
  const course = await newCourse(api, options);
  const learner = await newLearner(api);
  await api.send(learnJoin, { id: course.id }, learner);
  api.clock.pass(1);
  return { ...course, section_id: course.sections[0]!, learner };
}

async function play(learner: Learner, sectionId: string) {
  const { play_token, rules } = await api.send(playerEnter, { section_id: sectionId }, learner);
  await fetchedAll(api.db, play_token);
  let seq = 0;
  return {
    rules,
    beat(spans: [number, number][], rate = 1) {
      seq += 1;
      const position = spans.at(-1)?.[1] ?? 0;
      const at = api.clock.now().getTime();
      const body = { play_token, seq, spans, position, rate, visible: true, at };
      return api.send(playerBeat, body, learner);
    },
  };
}

describe("a centre's settings for a course", () => {
  it('allow seeking on the first viewing, and still require everything to be watched', async () => {
    const { id, section_id, learner } = await joined({ lengths: [60] });
    await set(id, 'allow_seek', 'Y');
    const page = await play(learner, section_id);
    expect(page.rules.allow_seek).toBe('Y');
    await page.beat([]);
    api.clock.pass(15_000);
    expect(await page.beat([[40, 55]])).toMatchObject({
      furthest: 55,
      ranges: [[40, 55]],
      section_status: 'studying',
    });
    const other = await joined({ lengths: [60] });
    const strict = await play(other.learner, other.section_id);
    await strict.beat([]);
    api.clock.pass(15_000);
    expect(await strict.beat([[40, 55]])).toMatchObject({ furthest: 0, ranges: [] });
  });

  it('count a faster speed up to the maximum', async () => {
    const { id, section_id, learner } = await joined({ lengths: [120] });
    await set(id, 'max_rate', '1.5');
    const page = await play(learner, section_id);
    expect(page.rules.max_rate).toBe(1.5);
    await page.beat([]);
    api.clock.pass(15_000);
    expect((await page.beat([[0, 22.5]], 1.5)).accepted_seconds).toBe(22.5);
  });

  it('set the daily cap for plays that begin afterwards', async () => {
    const { id, section_id, learner } = await joined({ lengths: [3600], checks: [] });
    await set(id, 'daily_cap_minutes', '30');
    const page = await play(learner, section_id);
    await page.beat([]);
    for (let index = 0; index < 1815; index += 15) {
      api.clock.pass(15_000);
      const told = await page.beat([[index, index + 15]]);
      expect(told.capped).toBe(index + 15 >= 1800 ? 'Y' : 'N');
    }
    await set(id, 'daily_cap_minutes', '60');
    api.clock.pass(15_000);
    expect((await page.beat([[1800, 1815]])).accepted_seconds).toBe(0);
    const again = await play(learner, section_id);
    await again.beat([]);
    api.clock.pass(15_000);
    expect(await again.beat([[1800, 1815]])).toMatchObject({ capped: 'N', accepted_seconds: 15 });
  });

  it('plan no checks where they are off', async () => {
    const { id, section_id, learner } = await joined({ lengths: [1200] });
    await set(id, 'checks', 'N');
    await play(learner, section_id);
    const planned = await api.db.select().from(checkLog).where(eq(checkLog.section_id, section_id));
    expect(planned).toEqual([]);
  });

  it("refuse a second player even if the site's default is to take over", async () => {
    const { id, section_id, learner } = await joined();
    await set(id, 'play_kick_mode', 'reject_current');
    await play(learner, section_id);
    const phone = {
      ...learner,
      token: await signInAgain(api, { user_id: learner.user_id, site_id: 'main' }),
    };
    const refused = await api
      .send(playerEnter, { section_id }, phone)
      .catch((error: unknown) => error instanceof CallError && error.code);
    expect(refused).toBe('play_moved');
  });

  it('are recorded once per change, and invalid ones are refused', async () => {
    const { id } = await joined();
    expect(await set(id, 'max_rate', '1.25')).toBe('max_rate：default → 1.25');
    expect(await set(id, 'max_rate', '1.25')).toBe('max_rate 没有变化：1.25');
    await set(id, 'max_rate', 'default');
    await expect(set(id, 'max_rate', '9')).rejects.toThrow('0.5–2');
    await expect(set(id, 'colour', 'red')).rejects.toThrow('没有设置项');
    const states = await readStates(api.db, 'study_rule', `main/${id}`);
    expect(states.map(({ to }) => to)).toEqual(['max_rate=1.25', 'max_rate=default']);
  });
});
