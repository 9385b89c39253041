import { CallError } from '@cme/commons/api-client';
import type { BodyOf } from '@cme/contract/base';
import {
  learnJoin,
  learnList,
  playerBeat,
  playerCheckAnswer,
  playerCourse,
  playerEnter,
  playerLeave,
  playerMedia,
} from '@cme/contract/study';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { anotherApp } from '../../../test/second-api.ts';
import { fetchedAll } from '../../../test/fetched.ts';
import {
  type Learner,
  newCourse,
  newLearner,
  signInAgain,
  type TestCourse,
} from '../../../test/learner.ts';
import { learning } from '../learning/learning.tables.ts';
import { resource, section as sections } from '../../content/catalogue/catalogue.tables.ts';
import { site } from '../../platform/sites/site.tables.ts';
import { beatLog, playSession } from './play/player.tables.ts';
import { sectionProgress } from '../learning/progress/progress.tables.ts';
import { refusal } from '../../../test/refusal.ts';

const api = await startApiForFile();

type Spans = [number, number][];

/** A page that plays a section. */
async function play(learner: Learner, sectionId: string, force: 'Y' | 'N' = 'N') {
  const entered = await api.send(playerEnter, { section_id: sectionId, force }, learner);
  await fetchedAll(api.db, entered.play_token);
  let seq = 0;
  const send = (more: Partial<BodyOf<typeof playerBeat>>, as = learner) =>
    api.send(
      playerBeat,
      {
        play_token: entered.play_token,
        seq,
        spans: [],
        position: 0,
        rate: 1,
        visible: true,
        at: api.clock.now().getTime(),
        ...more,
      },
      as,
    );
  return {
    entered,
    send,
    beat(spans: Spans, more: Partial<BodyOf<typeof playerBeat>> = {}) {
      seq += 1;
      return send({ seq, spans, position: spans.at(-1)?.[1] ?? 0, ...more });
    },
    /** Plays on with a beat every 15 s. */
    async watch(from: number, to: number) {
      for (let index = from; index < to; index += 15) {
        const until = Math.min(to, index + 15);
        api.clock.pass((until - index) * 1000);
        await this.beat([[index, until]]);
      }
      return this.beat([], { position: to });
    },
  };
}

async function joined(
  options: Parameters<typeof newCourse>[1] = {},
  learner?: Learner,
): Promise<{ course: TestCourse; learner: Learner; section: string }> {
  const course = await newCourse(api, options);
  const person = learner ?? (await newLearner(api));
  await api.send(learnJoin, { id: course.id }, person);
  api.clock.pass(1);
  return { course, learner: person, section: course.sections[0]! };
}

describe('studying a course', () => {
  it('runs from enrolling to completion by watching, and logs every state', async () => {
    const { course, learner } = await joined({ lengths: [60, 30], sequential: 'Y' });
    const [first, second] = course.sections as [string, string];
    expect(await refusal(api.send(playerEnter, { section_id: second }, learner))).toBe(
      'section_locked',
    );
    const page = await play(learner, first);
    expect(page.entered).toMatchObject({
      seconds: 60,
      resume_at: 0,
      section_status: 'not_started',
      learn_status: 'enrolled',
      rules: { allow_seek: 'N', max_rate: 1, threshold: 0.95 },
    });
    expect(page.entered.watermark).toMatch(/^李明 \d{4}$/);
    expect(await page.beat([])).toMatchObject({
      section_status: 'studying',
      learn_status: 'studying',
      progress: 0,
    });
    expect(await page.watch(0, 60)).toMatchObject({
      section_status: 'finished',
      progress: 66,
      furthest: 60,
      ranges: [[0, 60]],
    });
    const next = await play(learner, second);
    await next.beat([]);
    expect(await next.watch(0, 30)).toMatchObject({
      section_status: 'finished',
      progress: 100,
      learn_status: 'completed',
    });
    const { list, counts } = await api.send(learnList, { tab: 'completed' }, learner);
    expect(counts).toMatchObject({ all: 1, studying: 0, completed: 1 });
    expect(list[0]).toMatchObject({
      progress: 100,
      missing: [],
      effective_seconds: 90,
      required_seconds: 90,
    });
    const { rows } = await api.db.execute(
      sql`select "from", "to" from state_log where entity = 'learning' and actor_id = ${learner.user_id} order by at`,
    );
    expect(rows).toEqual([
      { from: '', to: 'enrolled' },
      { from: 'enrolled', to: 'studying' },
      { from: 'studying', to: 'completed' },
    ]);
    const finished = await api.db.execute(
      sql`select entity_id from state_log where entity = 'section_progress' and "to" = 'finished' and actor_id = ${learner.user_id}`,
    );
    expect(finished.rows).toHaveLength(2);
  });

  it('starts with the first beat, once for each of many concurrent learners', async () => {
    const course = await newCourse(api, { lengths: [600, 60], checks: [] });
    const pages = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const learner = await newLearner(api);
        await api.send(learnJoin, { id: course.id }, learner);
        return { learner, page: await play(learner, course.sections[0]!) };
      }),
    );
    api.clock.pass(1);
    const at = api.clock.now();
    for (const told of await Promise.all(
      pages.flatMap(({ page }) => [page.beat([]), page.beat([])]),
    ))
      expect(told).toMatchObject({ learn_status: 'studying', section_status: 'studying' });
    for (const { learner } of pages) {
      const { user_id } = learner;
      const { rows } = await api.db.execute(
        sql`select "from", "to" from state_log where entity = 'learning' and actor_id = ${user_id} order by at, id`,
      );
      expect(rows).toEqual([
        { from: '', to: 'enrolled' },
        { from: 'enrolled', to: 'studying' },
      ]);
      const [enrolment] = await api.db.select().from(learning).where(eq(learning.user_id, user_id));
      expect(enrolment).toMatchObject({ learn_status: 'studying', progress: 0, started_at: at });
      const next = await play(learner, course.sections[1]!);
      expect(await next.beat([])).toMatchObject({
        learn_status: 'studying',
        section_status: 'studying',
      });
    }
  });

  it('resumes where the learner stopped, on a phone too', async () => {
    const { learner, section } = await joined({ lengths: [300] });
    const page = await play(learner, section);
    await page.beat([]);
    await page.watch(0, 45);
    await api.send(playerLeave, { play_token: page.entered.play_token, position: 44 });
    const again = await play(learner, section);
    expect(again.entered).toMatchObject({
      resume_at: 44,
      furthest: 45,
      ranges: [[0, 45]],
      took_over: 'N',
    });
  });

  it('shows enrolled learners their marks and nobody else the player', async () => {
    const { course, learner } = await joined({ lengths: [60, 60], sequential: 'Y' });
    const { chapters, start_section_id } = await api.send(
      playerCourse,
      { course_id: course.id },
      learner,
    );
    expect(start_section_id).toBe(course.sections[0]);
    expect(chapters[0]?.sections.map(({ section_status }) => section_status)).toEqual([
      'not_started',
      'locked',
    ]);
    expect(
      await refusal(api.send(playerCourse, { course_id: course.id }, await newLearner(api))),
    ).toBe('not_owned');
    expect(
      await refusal(
        api.send(playerEnter, { section_id: course.sections[0]! }, await newLearner(api)),
      ),
    ).toBe('not_owned');
    await expect(
      api.send(playerCourse, { course_id: course.sections[0]! }, learner),
    ).rejects.toMatchObject({ statusCode: 404, message: '没有找到该课程' });
  });

  it('reports that a section without a video is not ready', async () => {
    const { learner, section } = await joined();
    await api.db
      .update(sections)
      .set({ resource_id: null })
      .where(eq(sections.section_id, section));
    expect(await refusal(api.send(playerEnter, { section_id: section }, learner))).toBe(
      'section_locked',
    );
  });

  it('ends when access expires', async () => {
    const { learner, section } = await joined({ study_days: 1 });
    const page = await play(learner, section);
    api.clock.pass(86_400_000);
    learner.token = await signInAgain(api, { user_id: learner.user_id, site_id: 'main' });
    expect(await refusal(api.send(playerEnter, { section_id: section }, learner))).toBe(
      'not_owned',
    );
    expect(await refusal(page.beat([[0, 10]]))).not.toBe('accepted');
  });
});

describe('known cheats', () => {
  it('spans of the whole video every 200 ms credit no more than elapsed time', async () => {
    const { learner, section } = await joined({ lengths: [600], checks: [] });
    const page = await play(learner, section);
    let credited = 0;
    for (let index = 0; index < 100; index += 1) {
      api.clock.pass(200);
      credited += (await page.beat([[index * 6, index * 6 + 6]])).accepted_seconds;
    }
    expect(credited).toBeLessThanOrEqual(20 + 15);
  });

  it('claiming the end at once counts two seconds', async () => {
    const { learner, section } = await joined({ lengths: [600], checks: [] });
    const page = await play(learner, section);
    expect(await page.beat([[0, 600]], { position: 600 })).toMatchObject({
      accepted_seconds: 2,
      section_status: 'studying',
      progress: 0,
    });
    expect((await play(learner, section)).entered.resume_at).toBe(2);
  });

  it('the last seconds alone count nothing', async () => {
    const { learner, section } = await joined({ lengths: [600], checks: [] });
    const page = await play(learner, section);
    api.clock.pass(15_000);
    expect(await page.beat([[585, 600]], { position: 600 })).toMatchObject({
      accepted_seconds: 0,
      furthest: 0,
      ranges: [],
    });
  });

  it('many tiny spans in one beat neither reach the end nor trigger the presence checks', async () => {
    const { learner, section } = await joined({
      lengths: [87],
      checks: [
        [18, 18],
        [40, 40],
        [60, 60],
      ],
    });
    const page = await play(learner, section);
    const tiny = Array.from({ length: 28 }, (_, index): [number, number] => [
      index * 3,
      index * 3 + 0.01,
    ]);
    api.clock.pass(40);
    const told = await page.beat(tiny, { position: 84 });
    expect(told.furthest).toBeLessThanOrEqual(0.28);
    expect(told).toMatchObject({ next_check_at: 18, section_status: 'studying' });
    expect(told.open_check).toBeUndefined();
    for (let index = 0; index < 30; index += 1)
      expect(
        (await page.beat(tiny.map(([from, to]) => [from + told.furthest, to + told.furthest])))
          .open_check,
      ).toBeUndefined();
    expect((await play(learner, section)).entered.resume_at).toBeLessThanOrEqual(2.5);
  });

  it('a short section is not finished before the threshold of its length has elapsed', async () => {
    const { learner, section } = await joined({ lengths: [59] });
    const page = await play(learner, section);
    await page.beat([]);
    const begun = api.clock.now().getTime();
    for (let status = 'studying', furthest = 0; status !== 'finished';) {
      api.clock.pass(2000);
      ({ section_status: status, furthest } = await page.beat([[furthest, 59]]));
    }
    expect(api.clock.now().getTime() - begun).toBeGreaterThanOrEqual(59_000 * 0.95 - 2000);
  });

  it('a thousand beats at once credit one beat', async () => {
    const { learner, section } = await joined({ lengths: [3600], checks: [] });
    const page = await play(learner, section);
    api.clock.pass(1000);
    let credited = 0;
    for (let from = 0; from < 1000; from += 100) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          page.send({
            seq: from + index + 1,
            spans: [[(from + index) * 3, (from + index) * 3 + 3]],
          }),
        ),
      );
      credited += answers.reduce((sum, { accepted_seconds }) => sum + accepted_seconds, 0);
    }
    expect(credited).toBeLessThanOrEqual(15);
    const [row] = await api.db
      .select()
      .from(sectionProgress)
      .where(eq(sectionProgress.section_id, section));
    expect(row?.covered_ms).toBeLessThanOrEqual(15_000);
  });

  it("twenty courses at once credit one learner's time", async () => {
    const learner = await newLearner(api);
    const courses = await Promise.all(
      Array.from({ length: 20 }, () => joined({ lengths: [600], checks: [] }, learner)),
    );
    let credited = 0;
    for (let round = 0; round < 5; round += 1) {
      api.clock.pass(2000);
      for (const { section } of courses) {
        const page = await play(learner, section);
        credited += (await page.beat([[round * 2, round * 2 + 15]])).accepted_seconds;
      }
    }
    expect(credited).toBeLessThanOrEqual(8 + 15);
  });

  it('a faster speed counts at the maximum speed of the course', async () => {
    const { learner, section } = await joined({ lengths: [600], checks: [] });
    const page = await play(learner, section);
    await page.beat([]);
    api.clock.pass(15_000);
    expect((await page.beat([[0, 240]], { rate: 16 })).accepted_seconds).toBeLessThanOrEqual(
      15 * 1.05 + 2,
    );
  });

  it('a hidden page counts nothing', async () => {
    const { learner, section } = await joined();
    const page = await play(learner, section);
    api.clock.pass(15_000);
    expect((await page.beat([[0, 15]], { visible: false })).accepted_seconds).toBe(0);
    const [row] = await api.db
      .select()
      .from(playSession)
      .where(eq(playSession.section_id, section));
    expect(row?.play_status).toBe('paused');
  });

  it("the client's clock has no effect", async () => {
    const credited: number[] = [];
    for (const shift of [0, -86_400_000, 86_400_000, 8e15, -8e15]) {
      const { learner, section } = await joined();
      const page = await play(learner, section);
      api.clock.pass(10_000);
      credited.push(
        (await page.beat([[0, 10]], { at: api.clock.now().getTime() + shift })).accepted_seconds,
      );
    }
    expect(new Set(credited)).toEqual(new Set([10]));
  });
});

describe('a recorded play', () => {
  it('is useless to other people and other sign-ins', async () => {
    const { course, learner, section } = await joined();
    const page = await play(learner, section);
    api.clock.pass(15_000);
    const other = await newLearner(api);
    await api.send(learnJoin, { id: course.id }, other);
    expect(await refusal(page.send({ seq: 1, spans: [[0, 15]] }, other))).toBe('not_found');
    const elsewhere = {
      ...learner,
      token: await signInAgain(api, { user_id: learner.user_id, site_id: 'main' }),
    };
    expect(await refusal(page.send({ seq: 1, spans: [[0, 15]] }, elsewhere))).toBe('not_found');
    expect(
      await refusal(
        api.send(
          playerBeat,
          {
            play_token: 'x'.repeat(43),
            seq: 1,
            spans: [],
            position: 0,
            rate: 1,
            visible: true,
            at: 0,
          },
          learner,
        ),
      ),
    ).toBe('not_found');
  });

  it('grants nothing to another person, sign-in or site, by any call', async () => {
    const { course, learner, section } = await joined({ lengths: [60], checks: [[10, 10]] });
    const page = await play(learner, section);
    const { play_token } = page.entered;
    await page.beat([]);
    api.clock.pass(15_000);
    const { check_id } = (await page.beat([[0, 15]])).open_check!;
    const [other, nurse] = [
      await newLearner(api),
      await newLearner(api, 'hospital', 'hospital.localhost'),
    ];
    await api.send(learnJoin, { id: course.id }, other);
    const elsewhere = {
      ...learner,
      token: await signInAgain(api, { user_id: learner.user_id, site_id: 'main' }),
    };
    for (const stranger of [other, elsewhere, nurse]) {
      expect(await refusal(page.send({ seq: 9, spans: [[0, 15]] }, stranger))).toBe('not_found');
      expect(await refusal(api.send(playerCheckAnswer, { play_token, check_id }, stranger))).toBe(
        'not_found',
      );
      expect(await refusal(api.send(playerMedia, { play_token }, stranger))).toBe('not_found');
    }
    await api.send(playerLeave, { play_token, position: 1 }, nurse);
    const [row] = await api.db
      .select()
      .from(playSession)
      .where(eq(playSession.section_id, section));
    expect(row?.play_status).toBe('paused');
    expect(await api.send(playerCheckAnswer, { play_token, check_id }, learner)).toMatchObject({
      furthest: 10,
    });
  });

  it('counts once however often a beat is repeated, and repeats get the original reply', async () => {
    const { learner, section } = await joined({ lengths: [600] });
    const page = await play(learner, section);
    await page.beat([]);
    api.clock.pass(15_000);
    const first = await page.beat([[0, 15]]);
    api.clock.pass(15_000);
    await page.beat([[15, 20]]);
    api.clock.pass(15_000);
    const repeats = await Promise.all(
      [2, 2, 2].map((seq) => page.send({ seq, spans: [[20, 35]] })),
    );
    expect(repeats.map(({ accepted_seconds }) => accepted_seconds)).toEqual(
      [15, 15, 15].map(() => first.accepted_seconds),
    );
    expect((await page.send({ seq: 3, spans: [[20, 35]] })).accepted_seconds).toBe(5);
    expect(
      (
        await api.db
          .select()
          .from(beatLog)
          .where(
            eq(
              beatLog.play_id,
              (
                await api.db.select().from(playSession).where(eq(playSession.section_id, section))
              )[0]!.play_id,
            ),
          )
      ).length,
    ).toBe(3);
  });
});

describe('two players', () => {
  it('the later one counts, the earlier one is notified, and nothing counts twice', async () => {
    const { learner, section } = await joined({ lengths: [600] });
    const first = await play(learner, section);
    await first.beat([]);
    await first.watch(0, 30);
    const second = await play(learner, section);
    expect(second.entered).toMatchObject({ took_over: 'Y', furthest: 30 });
    expect(await refusal(first.beat([[30, 45]]))).toBe('play_moved');
    expect((await second.beat([[30, 60]])).accepted_seconds).toBeLessThanOrEqual(2);
  });

  it('where the site rejects a second player, it can be forced', async () => {
    await api.db
      .update(site)
      .set({ play_kick_mode: 'reject_current' })
      .where(eq(site.site_id, 'main'));
    try {
      const { learner, section } = await joined();
      await play(learner, section);
      const phone = {
        ...learner,
        token: await signInAgain(api, { user_id: learner.user_id, site_id: 'main' }),
      };
      expect(await refusal(play(phone, section))).toBe('play_moved');
      expect((await play(phone, section, 'Y')).entered.took_over).toBe('Y');
      api.clock.pass(66_000);
      expect((await play(learner, section)).entered.took_over).toBe('N');
    } finally {
      await api.db
        .update(site)
        .set({ play_kick_mode: 'kick_previous' })
        .where(eq(site.site_id, 'main'));
    }
  });

  it('fifty concurrent entries leave one open play', async () => {
    const { learner, section } = await joined();
    const entered = await Promise.all(
      Array.from({ length: 50 }, () => api.send(playerEnter, { section_id: section }, learner)),
    );
    const { rows } = await api.db.execute(
      sql`select play_status, count(*)::int as count from play_session where user_id = ${learner.user_id} group by play_status order by 1`,
    );
    expect(entered).toHaveLength(50);
    expect(rows).toEqual([
      { play_status: 'active', count: 1 },
      { play_status: 'superseded', count: 49 },
    ]);
  });
});

describe('after being offline', () => {
  it('five minutes are credited afterwards', async () => {
    const { learner, section } = await joined({ lengths: [470] });
    const page = await play(learner, section);
    await page.beat([]);
    await page.watch(0, 15);
    api.clock.pass(300_000);
    expect((await page.beat([[15, 315]])).accepted_seconds).toBe(300);
  });

  it('two hours are not, and the page must enter again', async () => {
    const { learner, section } = await joined({ lengths: [470] });
    const page = await play(learner, section);
    await page.beat([]);
    api.clock.pass(7_200_000);
    learner.token = await signInAgain(api, { user_id: learner.user_id, site_id: 'main' });
    expect(await refusal(page.beat([[0, 400]]))).not.toBe('accepted');
    expect((await play(learner, section)).entered).toMatchObject({ furthest: 0, took_over: 'N' });
  });

  it('a revoked enrolment ends the next beat, though the play is cached', async () => {
    const { learner, section } = await joined({ lengths: [470] });
    const page = await play(learner, section);
    await page.beat([]);
    await page.watch(0, 30);
    await api.db.execute(
      sql`update learning set learn_status = 'revoked' where user_id = ${learner.user_id}`,
    );
    api.clock.pass(15_000);
    expect(await refusal(page.beat([[30, 45]]))).not.toBe('accepted');
    expect(
      (
        await api.db.select().from(sectionProgress).where(eq(sectionProgress.section_id, section))
      )[0],
    ).toMatchObject({ furthest_ms: 30_000 });
  });

  it.each([
    ['sign-out', 'next'],
    ['token', 'next'],
    ['person', 'next'],
    ['sign-out', 'repeated'],
  ])(
    'ending a sign-in ends the beats, though their sender is cached: %s, %s',
    async (name, which) => {
      const { learner, section } = await joined({ lengths: [470] });
      const page = await play(learner, section);
      await page.beat([]);
      await page.watch(0, 30);
      const { user_id } = learner;
      if (name === 'sign-out')
        await api.db.execute(
          sql`update user_session set ended_at = now() where user_id = ${user_id}`,
        );
      if (name === 'token')
        await api.db.execute(
          sql`delete from user_session_token where session_id in (select session_id from user_session where user_id = ${user_id})`,
        );
      if (name === 'person')
        await api.db.execute(sql`update "user" set status = 'disabled' where user_id = ${user_id}`);
      if (which === 'next') api.clock.pass(15_000);
      expect(
        await refusal(which === 'next' ? page.beat([[30, 45]]) : page.send({ seq: 4, spans: [] })),
      ).toBe('need_login');
      expect(
        (
          await api.db.select().from(sectionProgress).where(eq(sectionProgress.section_id, section))
        )[0],
      ).toMatchObject({ furthest_ms: 30_000 });
    },
  );

  it('a long play keeps its session alive, however much of it is cached', async () => {
    const { learner, section } = await joined({ lengths: [3600], checks: [] });
    const page = await play(learner, section);
    await page.beat([]);
    expect(await page.watch(0, 2700)).toMatchObject({ furthest: 2700 });
  });

  it('beats sent to several APIs in turn count as on one', async () => {
    const { learner, section } = await joined({ lengths: [470] });
    const page = await play(learner, section);
    const beside = await anotherApp(api);
    const elsewhere = (seq: number, from: number, to: number) =>
      beside.client.send(
        playerBeat,
        {
          play_token: page.entered.play_token,
          seq,
          spans: [[from, to]],
          position: to,
          rate: 1,
          visible: true,
          at: 0,
        },
        { token: learner.token },
      );
    await page.beat([]);
    for (let index = 0; index < 90; index += 30) {
      api.clock.pass(15_000);
      await page.send({ seq: index / 15 + 2, spans: [[index, index + 15]], position: index + 15 });
      api.clock.pass(15_000);
      expect(await elsewhere(index / 15 + 3, index + 15, index + 30)).toMatchObject({
        accepted_seconds: 15,
        furthest: index + 30,
        ranges: [[0, index + 30]],
      });
    }
    await beside.close();
    const { rows } = await api.db.execute<{ counted: number }>(
      sql`select counted_ms::float8 as counted from study_day where user_id = ${learner.user_id}`,
    );
    expect(rows).toEqual([{ counted: 90_000 }]);
  });

  it('beats evaluated from the cache, by reading and under locks get the same reply', async () => {
    const course = await newCourse(api, {
      lengths: [240],
      checks: [
        [20, 20],
        [90, 90],
      ],
    });
    const beside = await anotherApp(api);
    const run = fc.array(
      fc.record({
        wait: fc.integer({ min: 0, max: 20_000 }),
        visible: fc.boolean(),
        spans: fc.array(
          fc.tuple(fc.integer({ min: -10, max: 4 }), fc.integer({ min: 0, max: 30 })),
          { maxLength: 5 },
        ),
      }),
      { minLength: 12, maxLength: 12 },
    );
    for (const steps of fc.sample(run, { numRuns: 6, seed: 20_261_122 })) {
      const pages = await Promise.all(
        [0, 1].map(async () => {
          const learner = await newLearner(api);
          await api.send(learnJoin, { id: course.id }, learner);
          return {
            learner,
            play_token: (await api.send(playerEnter, { section_id: course.sections[0]! }, learner))
              .play_token,
          };
        }),
      );
      let furthest = 0;
      for (const [seq, { wait, visible, spans }] of steps.entries()) {
        api.clock.pass(wait);
        const said = spans.map(([ahead, length]): [number, number] => [
          furthest + ahead,
          furthest + ahead + length,
        ]);
        const told = await Promise.all(
          pages.map(({ learner, play_token }, who) => {
            // The second learner's beats alternate between two processes, so that their caches are
            // stale.
            const client = who === 1 && seq % 2 === 1 ? beside.client : api;
            return client
              .send(
                playerBeat,
                {
                  play_token,
                  seq: seq + 1,
                  spans: said,
                  position: furthest,
                  rate: 1,
                  visible,
                  at: 0,
                },
                { token: learner.token },
              )
              .then(
                ({ open_check, ...answer }) => ({ ...answer, asks: open_check !== undefined }),
                (error: unknown) => ({
                  refused: error instanceof CallError ? error.code : error,
                  furthest,
                }),
              );
          }),
        );
        expect(told[1]).toEqual(told[0]);
        furthest = told[0]!.furthest;
      }
    }
    await beside.close();
  });

  it('a play without beats for six minutes has lapsed', async () => {
    const { learner, section } = await joined({ lengths: [470] });
    const page = await play(learner, section);
    await page.beat([]);
    api.clock.pass(366_000);
    expect(await refusal(page.beat([[0, 300]]))).toBe('play_lapsed');
    expect(await refusal(page.beat([[0, 300]]))).toBe('play_lapsed');
  });
});

describe('presence checks', () => {
  it('stop the video at a second known only to the server, refuse beats until answered, and rewind when late', async () => {
    const { learner, section } = await joined({ lengths: [60], checks: [[20, 20]] });
    const page = await play(learner, section);
    expect(page.entered.next_check_at).toBe(20);
    await page.beat([]);
    await page.watch(0, 15);
    api.clock.pass(15_000);
    const stopped = await page.beat([[15, 30]]);
    expect(stopped).toMatchObject({
      accepted_seconds: 5,
      furthest: 20,
      open_check: { kind: 'click', seconds: 60 },
    });
    expect(stopped.next_check_at).toBeUndefined();
    expect(await refusal(page.beat([[20, 30]]))).toBe('check_open');
    api.clock.pass(300_000);
    expect(await refusal(page.beat([[20, 60]]))).toBe('check_open');
    const check_id = stopped.open_check!.check_id;
    expect(
      await api.send(playerCheckAnswer, { play_token: page.entered.play_token, check_id }, learner),
    ).toMatchObject({ rewind_to: 0, furthest: 20 });
    api.clock.pass(5000);
    expect((await page.beat([[20, 60]])).accepted_seconds).toBeLessThanOrEqual(7.25);
  });

  it('cannot be answered before they are shown, or for another person', async () => {
    const { learner, section } = await joined({ lengths: [60], checks: [[20, 20]] });
    const page = await play(learner, section);
    const { rows } = await api.db.execute<{ check_id: string }>(
      sql`select check_id from check_log where section_id = ${section}`,
    );
    expect(
      await refusal(
        api.send(
          playerCheckAnswer,
          { play_token: page.entered.play_token, check_id: rows[0]!.check_id },
          learner,
        ),
      ),
    ).toBe('not_found');
  });

  it('are asked again after entering again', async () => {
    const { learner, section } = await joined({ lengths: [60], checks: [[10, 10]] });
    const page = await play(learner, section);
    await page.beat([]);
    api.clock.pass(15_000);
    await page.beat([[0, 15]]);
    expect((await play(learner, section)).entered).toMatchObject({
      open_check: { kind: 'click' },
      furthest: 10,
    });
  });

  it('can be the last missing part', async () => {
    const { learner, section } = await joined({ lengths: [60], checks: [[57, 57]] });
    const page = await play(learner, section);
    await page.beat([]);
    await page.watch(0, 45);
    api.clock.pass(15_000);
    const stopped = await page.beat([[45, 60]]);
    expect(stopped).toMatchObject({ section_status: 'studying', furthest: 57 });
    expect(
      await api.send(
        playerCheckAnswer,
        { play_token: page.entered.play_token, check_id: stopped.open_check!.check_id },
        learner,
      ),
    ).toMatchObject({ section_status: 'finished', learn_status: 'completed', progress: 100 });
  });
});

describe('limits', () => {
  it('at most eight hours a day count, and the page is notified', async () => {
    const { learner, section } = await joined({ lengths: [600] });
    await api.db.execute(
      sql`insert into study_day values (${learner.user_id}, '2026-06-15', ${8 * 3_600_000 - 5000})`,
    );
    await api.db.execute(
      sql`insert into study_day values (${learner.user_id}, '2026-06-16', ${8 * 3_600_000 - 5000}) on conflict do nothing`,
    );
    const page = await play(learner, section);
    await page.beat([]);
    api.clock.pass(15_000);
    expect(await page.beat([[0, 15]])).toMatchObject({ accepted_seconds: 5, capped: 'Y' });
    api.clock.pass(15_000);
    expect(await page.beat([[5, 20]])).toMatchObject({ accepted_seconds: 0, capped: 'Y' });
  });

  it('a shortened video is finished by what was watched, and never above its length', async () => {
    const { learner, section } = await joined({ lengths: [600, 60] });
    const page = await play(learner, section);
    await page.beat([]);
    await page.watch(0, 60);
    await api.db.execute(
      sql`update ${resource} set seconds = 50 where resource_id = (select resource_id from section where section_id = ${section})`,
    );
    const after = await page.beat([]);
    expect(after).toMatchObject({
      section_status: 'finished',
      covered_seconds: 50,
      furthest: 50,
      ranges: [[0, 50]],
    });
    expect(after.progress).toBeLessThanOrEqual(100);
  });

  it('a video shortened between two visits can still be finished, without the checks beyond its end', async () => {
    const { course, learner, section } = await joined({ lengths: [600], checks: [[300, 300]] });
    const page = await play(learner, section);
    await page.beat([]);
    await page.watch(0, 45);
    await api.send(playerLeave, { play_token: page.entered.play_token, position: 45 });
    await api.db.execute(
      sql`update ${resource} set seconds = 40 where resource_id = (select resource_id from section where section_id = ${section})`,
    );
    const again = await play(learner, section);
    expect(again.entered).toMatchObject({
      seconds: 40,
      resume_at: 0,
      furthest: 40,
      covered_seconds: 40,
      ranges: [[0, 40]],
      section_status: 'studying',
    });
    expect(again.entered.next_check_at).toBeUndefined();
    expect(again.entered.open_check).toBeUndefined();
    expect(await again.beat([])).toMatchObject({
      section_status: 'finished',
      progress: 100,
      learn_status: 'completed',
      covered_seconds: 40,
    });
    const { list } = await api.send(learnList, {}, learner);
    expect(list[0]).toMatchObject({ course: { id: course.id }, progress: 100, missing: [] });
    expect(list[0]!.effective_seconds).toBeLessThanOrEqual(list[0]!.required_seconds);
  });

  it('a finished section can be skipped through', async () => {
    const { learner, section } = await joined({ lengths: [60, 60] });
    const page = await play(learner, section);
    await page.beat([]);
    await page.watch(0, 60);
    api.clock.pass(5000);
    expect((await page.beat([[40, 45]], { position: 10 })).accepted_seconds).toBe(5);
    expect((await play(learner, section)).entered.rules.allow_seek).toBe('Y');
  });
});
