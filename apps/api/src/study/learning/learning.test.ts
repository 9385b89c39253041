import { contentDetail } from '@cme/contract/content';
import {
  learnDetail,
  learnExplain,
  learnJoin,
  learnList,
  learnSummary,
  playerBeat,
  playerCheckAnswer,
  playerCourse,
  playerEnter,
  playerLeave,
  playerMedia,
} from '@cme/contract/study';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { newCourse, newLearner } from '../../../test/learner.ts';
import { insertProgress } from './progress/progress.store.ts';
import {
  formatDuration,
  locked,
  getMissingParts,
  type Part,
  computeProgress,
  statusAfter,
  statusAt,
  statusName,
  listWaySteps,
} from './learning.rules.ts';
import { section } from '../../content/catalogue/catalogue.tables.ts';
import { learning } from './learning.tables.ts';
import { recompute } from './recompute.action.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';
import { refusal } from '../../../test/refusal.ts';
import { newCreditRule } from '../../../test/credit-rule.ts';

const api = await startApiForFile();

const finish = (learningId: string, sectionId: string, seconds: number) =>
  insertProgress(api.db, [
    {
      learning_id: learningId,
      section_id: sectionId,
      section_status: 'finished',
      watched_ranges: [[0, seconds * 1000]],
      covered_ms: seconds * 1000,
      furthest_ms: seconds * 1000,
      updated_at: api.clock.now(),
    },
  ]);

describe('joining', () => {
  it('fifty times concurrently makes one enrolment, counted once', async () => {
    const { id } = await newCourse(api);
    const learner = await newLearner(api);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api.send(learnJoin, { id }, learner)),
    );
    expect(new Set(answers.map(({ learning_id }) => learning_id)).size).toBe(1);
    expect((await api.db.select().from(learning).where(eq(learning.content_id, id))).length).toBe(
      1,
    );
    expect((await api.send(contentDetail, { id })).study_count).toBe(1);
  });

  it('is limited to free published courses', async () => {
    const learner = await newLearner(api);
    const join = async (options: Parameters<typeof newCourse>[1]) =>
      refusal(api.send(learnJoin, { id: (await newCourse(api, options)).id }, learner));
    expect(await join({ is_free: 'N', price_fen: 100 })).toBe('not_owned');
    expect(await join({ status: 'off' })).toBe('not_found');
    expect(await join({ start_at: new Date(api.clock.now().getTime() + 1000) })).toBe(
      'not_in_scope',
    );
    expect(await join({ end_at: api.clock.now() })).toBe('not_in_scope');
  });

  it('is possible again after the enrolment was cancelled', async () => {
    const { id } = await newCourse(api);
    const learner = await newLearner(api);
    const first = await api.send(learnJoin, { id }, learner);
    await api.db
      .update(learning)
      .set({ learn_status: 'revoked' })
      .where(eq(learning.learning_id, first.learning_id));
    const second = await api.send(learnJoin, { id }, learner);
    expect(second.learning_id).not.toBe(first.learning_id);
    expect((await api.send(learnList, {}, learner)).counts.all).toBe(1);
  });
});

describe('my courses', () => {
  it('list what is missing', async () => {
    const course = await newCourse(api, {
      lengths: [600, 60, 600],
      has_exam: 'Y',
      title: '护理安全',
    });
    const learner = await newLearner(api);
    const { learning_id } = await api.send(learnJoin, { id: course.id }, learner);
    await api.db
      .update(section)
      .set({ resource_id: null })
      .where(eq(section.section_id, course.sections[2]!));
    await finish(learning_id, course.sections[1]!, 60);
    await api.db.transaction((tx) => recompute(tx, completion, learning_id, api.clock.now()));
    const { list, counts } = await api.send(learnList, { tab: 'studying' }, learner);
    expect(counts).toMatchObject({ all: 1, studying: 1, completed: 0 });
    expect(list[0]).toMatchObject({
      learn_status: 'studying',
      learn_status_name: '学习中',
      progress: 4,
      course: { title: '护理安全' },
      days_left: 300,
    });
    expect(list[0]?.missing).toEqual([
      '还差《第1节》9分30秒',
      '还差《第3节》，内容尚在准备',
      '还差结课考试',
    ]);
    expect((await api.send(learnExplain, { learning_id }, learner)).missing).toEqual(
      list[0]?.missing,
    );
    expect(await api.send(learnDetail, { learning_id }, learner)).toEqual(list[0]);
  });

  it('wait for the examination after study, and expire unless extended', async () => {
    const course = await newCourse(api, { has_exam: 'Y', study_days: 1 });
    const learner = await newLearner(api);
    const { learning_id } = await api.send(learnJoin, { id: course.id }, learner);
    await finish(learning_id, course.sections[0]!, 60);
    await api.db.transaction((tx) => recompute(tx, completion, learning_id, api.clock.now()));
    expect(await api.send(learnDetail, { learning_id }, learner)).toMatchObject({
      learn_status: 'study_done',
      progress: 100,
      missing: ['还差结课考试'],
    });
    const before = api.clock.now();
    await api.db
      .update(learning)
      .set({ study_end_at: before })
      .where(eq(learning.learning_id, learning_id));
    expect(await api.send(learnDetail, { learning_id }, learner)).toMatchObject({
      learn_status: 'expired',
      learn_status_name: '已过期',
      days_left: 0,
    });
    expect((await api.send(learnList, { tab: 'studying' }, learner)).list).toEqual([]);
    await api.db
      .update(learning)
      .set({ study_end_at: new Date(before.getTime() + 1000) })
      .where(eq(learning.learning_id, learning_id));
    expect((await api.send(learnDetail, { learning_id }, learner)).learn_status).toBe('study_done');
  });

  it('are private', async () => {
    const course = await newCourse(api);
    const [learner, other, nurse] = [
      await newLearner(api),
      await newLearner(api),
      await newLearner(api, 'hospital', 'hospital.localhost'),
    ];
    const { learning_id } = await api.send(learnJoin, { id: course.id }, learner);
    for (const call of [learnDetail, learnExplain]) {
      expect(await refusal(api.send(call, { learning_id }, other))).toBe('not_found');
      expect(await refusal(api.send(call, { learning_id }, nurse))).toBe('not_found');
    }
    expect((await api.send(learnList, {}, other)).list).toEqual([]);
    expect(await refusal(api.send(playerEnter, { section_id: course.sections[0]! }, nurse))).toBe(
      'not_found',
    );
    expect(await refusal(api.send(playerCourse, { course_id: course.id }, nurse))).toBe(
      'not_found',
    );
  });

  it('require a session on every call, and a token of another site is invalid', async () => {
    const learner = await newLearner(api);
    const asks = [
      [learnList, {}],
      [learnJoin, { id: 'x' }],
      [learnDetail, { learning_id: 'x' }],
      [learnExplain, { learning_id: 'x' }],
      [learnSummary, {}],
      [playerCourse, { course_id: 'x' }],
      [playerEnter, { section_id: 'x' }],
      [
        playerBeat,
        { play_token: 'x', seq: 1, spans: [], position: 0, rate: 1, visible: true, at: 0 },
      ],
      [playerCheckAnswer, { play_token: 'x', check_id: 'x' }],
      [playerMedia, { play_token: 'x' }],
    ] as const;
    for (const [call, body] of asks) {
      expect(await refusal(api.send(call, body as never)), call.path).toBe('need_login');
      expect(
        await refusal(
          api.send(call, body as never, { token: learner.token, host: 'hospital.localhost' }),
        ),
        call.path,
      ).toBe('need_login');
      expect(
        await refusal(
          api.send(call, body as never, { token: learner.token, host: 'localhost:8080' }),
        ),
        call.path,
      ).toBe('need_login');
    }
    await api.send(playerLeave, { play_token: 'x' });
  });

  it('ignore fields that clients must not set', async () => {
    const { id } = await newCourse(api);
    const [learner, other] = [await newLearner(api), await newLearner(api)];
    const extra = {
      id,
      user_id: other.user_id,
      site_id: 'hospital',
      learn_status: 'completed',
      progress: '100',
      price_fen: '0',
    };
    const { learning_id } = await api.send(learnJoin, extra as never, learner);
    expect(await api.send(learnDetail, { learning_id }, learner)).toMatchObject({
      learn_status: 'enrolled',
      progress: 0,
    });
  });
});

describe('the summary', () => {
  it('sums up the year and today, and links to the next step', async () => {
    await newCreditRule(api);
    const learner = await newLearner(api);
    const done = await newCourse(api, { hours: 3, credits: 1 });
    const open = await newCourse(api);
    const { learning_id } = await api.send(learnJoin, { id: done.id }, learner);
    await finish(learning_id, done.sections[0]!, 60);
    await api.db.transaction((tx) => recompute(tx, completion, learning_id, api.clock.now()));
    api.clock.pass(1000);
    const current = await api.send(learnJoin, { id: open.id }, learner);
    await api.db.execute(
      sql`insert into study_day values (${learner.user_id}, '2026-06-15', 61000), (${learner.user_id}, '2026-06-01', 39000)`,
    );
    expect(await api.send(learnSummary, {}, learner)).toMatchObject({
      year: 2026,
      need_hours: 90,
      need_credits: 25,
      got_hours: 3,
      got_credits: 1,
      today_seconds: 61,
      total_seconds: 100,
      studying: 1,
      completed: 1,
      current: { learning_id: current.learning_id },
    });
    expect(await api.send(learnSummary, { year: 2024 }, learner)).toMatchObject({
      need_hours: 0,
      got_hours: 0,
    });
  });
});

describe('rules', () => {
  const nothing = { exam_status: 'none', survey_status: 'none' } as const;
  const part = (more: Partial<Part>): Part => ({
    section_id: 's',
    title: '一',
    type: 'video',
    seconds: 100,
    required: 'Y',
    playable: true,
    status: 'not_started',
    covered_seconds: 0,
    open_checks: 0,
    ...more,
  });

  it('progress is weighted by length over required sections, and 100 only at the end', () => {
    expect(computeProgress([part({ status: 'finished', seconds: 300 }), part({})])).toBe(75);
    expect(
      computeProgress([part({ status: 'finished', seconds: 99_999 }), part({ seconds: 1 })]),
    ).toBe(99);
    expect(computeProgress([part({ status: 'finished' }), part({ required: 'N' })])).toBe(100);
    expect(computeProgress([])).toBe(0);
  });

  it.each([
    ['enrolled', 0, 'NN', ['none', 'none'], 'studying'],
    ['studying', 99, 'NN', ['none', 'none'], 'studying'],
    ['studying', 100, 'NN', ['none', 'none'], 'completed'],
    ['studying', 100, 'YN', ['none', 'none'], 'study_done'],
    ['studying', 99, 'YN', ['passed', 'none'], 'studying'],
    ['study_done', 100, 'YN', ['passed', 'none'], 'completed'],
    ['study_done', 100, 'YN', ['failed', 'none'], 'exam_failed'],
    ['exam_failed', 100, 'YN', ['none', 'none'], 'study_done'],
    ['exam_failed', 100, 'YN', ['passed', 'none'], 'completed'],
    ['study_done', 100, 'YY', ['passed', 'none'], 'study_done'],
    ['study_done', 100, 'YY', ['none', 'done'], 'study_done'],
    ['study_done', 100, 'YY', ['passed', 'done'], 'completed'],
    ['studying', 100, 'NY', ['none', 'none'], 'study_done'],
    ['study_done', 80, 'NY', ['none', 'done'], 'completed'],
    ['exam_failed', 100, 'YY', ['failed', 'done'], 'exam_failed'],
    ['completed', 50, 'YY', ['none', 'none'], 'completed'],
    ['revoked', 100, 'NN', ['none', 'none'], 'revoked'],
  ] as const)(
    '%s at %i %%, requiring examination and survey %s, with %s, becomes %s',
    (status, progress, asks, [exam, survey], after) => {
      expect(
        statusAfter(
          status,
          progress,
          { has_exam: asks[0]!, has_survey: asks[1]! },
          { exam_status: exam, survey_status: survey },
        ),
      ).toBe(after);
    },
  );

  it.each([
    ['studying', 40, 'YY', ['none', 'none'], 'study:now exam:later survey:later certificate:later'],
    [
      'study_done',
      100,
      'YY',
      ['none', 'none'],
      'study:done exam:now survey:later certificate:later',
    ],
    [
      'exam_failed',
      100,
      'YY',
      ['failed', 'none'],
      'study:done exam:failed survey:later certificate:later',
    ],
    [
      'study_done',
      100,
      'YY',
      ['passed', 'none'],
      'study:done exam:done survey:now certificate:later',
    ],
    ['study_done', 100, 'NY', ['none', 'none'], 'study:done survey:now certificate:later'],
    ['studying', 10, 'NN', ['none', 'none'], 'study:now certificate:later'],
    ['completed', 80, 'YN', ['none', 'none'], 'study:done exam:done certificate:done'],
  ] as const)(
    '%s at %i %%, requiring examination and survey %s, with %s, links to %s',
    (status, progress, asks, [exam, survey], way) => {
      const course = { has_exam: asks[0]!, has_survey: asks[1]!, hours: 3, credits: 0 };
      const wayText = (given: typeof course) =>
        listWaySteps(status, progress, given, {
          exam_status: exam,
          survey_status: survey,
        })
          .map(({ step, state }) => `${step}:${state}`)
          .join(' ');
      expect(wayText(course)).toBe(way);
      expect(wayText({ ...course, hours: 0 })).toBe(way.replace(/ certificate:\w+/, ''));
    },
  );

  it('completed study waits for the examination first, then for the survey', () => {
    const asks = { has_exam: 'Y', has_survey: 'Y' };
    expect(statusName('study_done', asks, { exam_status: 'none', survey_status: 'none' })).toBe(
      '待考试',
    );
    expect(statusName('study_done', asks, { exam_status: 'passed', survey_status: 'none' })).toBe(
      '待评价',
    );
    expect(statusName('studying', asks, { exam_status: 'none', survey_status: 'none' })).toBe(
      '学习中',
    );
  });

  it('a sequential course opens the sections after the first unfinished required one only when that is finished', () => {
    const rows = [part({ status: 'finished' }), part({}), part({}), part({ status: 'studying' })];
    expect(locked(rows, 'Y').map(({ status }) => status)).toEqual([
      'finished',
      'not_started',
      'locked',
      'studying',
    ]);
    expect(locked(rows, 'N').map(({ status }) => status)).toEqual([
      'finished',
      'not_started',
      'not_started',
      'studying',
    ]);
  });

  it('an open enrolment expires, a completed one never does', () => {
    const now = new Date();
    expect(statusAt({ learn_status: 'studying', study_end_at: now, suspension: '' }, now)).toBe(
      'expired',
    );
    expect(statusAt({ learn_status: 'completed', study_end_at: now, suspension: '' }, now)).toBe(
      'completed',
    );
  });

  it.each([
    [0, '0秒'],
    [59.2, '1分'],
    [61, '1分1秒'],
    [3723, '1小时2分3秒'],
    [7200, '2小时'],
  ])('%d s as text: %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));

  it('lists five sections and counts the others', () => {
    const parts = Array.from({ length: 8 }, (_, index) => part({ title: `第${index}节` }));
    expect(
      getMissingParts(
        'studying',
        parts,
        { has_exam: 'N', has_survey: 'Y', ...nothing },
        '',
        0.95,
      ).slice(-2),
    ).toEqual(['另有3节必修未学', '还差课程问卷']);
    expect(
      getMissingParts(
        'studying',
        [part({ covered_seconds: 100, open_checks: 2 })],
        { has_exam: 'N', has_survey: 'N', ...nothing },
        '',
        0.95,
      ),
    ).toEqual(['还差《一》的学习确认2次']);
  });
});
