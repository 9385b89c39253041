import { userInfo } from '@cme/contract/person';
import { examIntro, examList, surveyGet } from '@cme/contract/study';
import { expect, test } from 'vitest';
import { startApiForFile } from '../../test/api-for-file.ts';
import { signInAgain } from '../../test/learner.ts';
import { courses } from '@cme/sample/courses';
import { examCourses } from '@cme/sample/exam-courses';
import { courseId } from '@cme/sample/ids';
import { people } from '@cme/sample/people';
import { sites } from '@cme/sample/sites';
import { paperLinks, paperRows, questionRows } from './papers.ts';

const api = await startApiForFile({ sample: true });

async function as(key: string) {
  const person = people.find((person) => person.key === key)!;
  const site_id = sites.find((site) => site.key === person.site)!.site_id;
  return {
    token: await signInAgain(api, { user_id: person.user_id, site_id }),
    host: sites.find((site) => site.key === person.site)!.domain,
  };
}

test('the nurse has an examination in every state', async () => {
  const nurse = await as('nurse');
  const seen = async (tab: 'todo' | 'done') =>
    (await api.send(examList, { tab, page_size: 50 }, nurse)).list.map(
      ({ exam_action, course_title }) => `${exam_action} ${course_title}`,
    );
  expect(await seen('todo')).toEqual(
    expect.arrayContaining([
      'can_resume 危重症护理评估与沟通',
      'can_start 人工智能与数字医疗应用基础',
      'cooling 慢阻肺早筛与吸入治疗',
      'not_open 严重创伤的初始评估与救治',
      'locked 《传染病防治法》修订要点解读',
      'locked 医学伦理与职业道德',
    ]),
  );
  expect(await seen('done')).toEqual(
    expect.arrayContaining([
      'passed 急性缺血性卒中绿色通道',
      'exhausted 科研诚信与学术规范',
      'closed 网络安全与个人信息保护',
    ]),
  );
  const open = await api.send(
    examIntro,
    { course_id: courseId('main', 'critical-nursing') },
    nurse,
  );
  expect(open.deadline_ms).toBeGreaterThan(api.clock.now().getTime() + 60 * 60_000);
  const passed = (await api.send(examList, { tab: 'done' }, nurse)).list.find(
    ({ exam_action }) => exam_action === 'passed',
  )!;
  expect(
    await api.send(surveyGet, { course_id: passed.course_id, survey_id: passed.survey_id }, nurse),
  ).toMatchObject({ survey_status: 'not_started', reason: '' });
});

test('others have passed, wait for grading, or may start on their own site', async () => {
  expect(
    (await api.send(examList, { tab: 'done', page_size: 50 }, await as('physician'))).list.filter(
      ({ best_score = 0 }) => best_score >= 60,
    ).length,
  ).toBeGreaterThan(5);
  expect(
    (await api.send(examList, {}, await as('village'))).list.map(({ exam_action }) => exam_action),
  ).toContain('reviewing');
  expect(
    (await api.send(examList, {}, await as('hospital-nurse'))).list.map(
      ({ exam_action }) => exam_action,
    ),
  ).toContain('can_start');
  expect(
    (await api.send(examList, {}, await as('test-learner'))).list.map(
      ({ exam_action }) => exam_action,
    ),
  ).toContain('can_start');
  expect((await api.send(userInfo, {}, await as('nurse'))).real_name).toBe('陈晓禾');
});

test('each examination asks about what its course teaches', () => {
  for (const { paper_id, title, rules } of paperRows(api.clock.now())) {
    const link = paperLinks.find((row) => row.paper_id === paper_id)!;
    const course = courses.find(({ id }) => id === link.content_id)!;
    const { bank, points } = examCourses[course.key]!;
    const text = [course.title, course.summary, course.detail_html, ...course.tags].join(' ');
    expect(
      points.some((point) => text.includes(point.slice(0, 2))),
      title,
    ).toBe(true);
    for (const rule of rules) {
      expect(
        rule.points.every((point) => points.includes(point)),
        title,
      ).toBe(true);
      const pool = questionRows.filter(
        (row) =>
          row.discipline === bank && row.type === rule.type && rule.points.includes(row.point),
      );
      expect(pool.length, `${title} ${rule.type}`).toBeGreaterThanOrEqual(rule.count);
    }
    expect(rules.reduce((sum, { count, parts, score }) => sum + count * parts * score, 0)).toBe(
      100,
    );
  }
});
