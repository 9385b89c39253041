import { type ExamCard, examList } from '@cme/contract/study';
import { describePageStates, renderPage, mockReply } from '@cme/testing';
import { mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const exam = (change: Partial<ExamCard> = {}): ExamCard => ({
  paper_id: 'p1',
  learning_id: 'l1',
  course_id: 'c1',
  course_title: '高血压规范化管理',
  title: '高血压规范化管理 结课考试',
  kind: 'course',
  exam_action: 'can_start',
  reason: '',
  question_count: 20,
  duration_min: 30,
  total_score: 100,
  pass_score: 60,
  attempts_used: 0,
  max_attempts: 3,
  open_at: '',
  close_at: '',
  cooling_until_ms: 0,
  passed: 'N',
  score_id: '',
  deadline_ms: 0,
  survey_id: '',
  server_time: 0,
  ...change,
});
const shows = (one: ExamCard) =>
  mockReply(examList, {
    list: [one],
    total: 1,
    page: 1,
    page_size: 10,
    counts: { todo: 1, done: 0 },
  });

beforeEach(() => {
  mockUserCentre();
});

describe('my exams', () => {
  it.each([
    [
      'start an available exam',
      exam(),
      '参加考试',
      'http://player.cme.localhost:8080/player/c1/exam/online',
    ],
    [
      'resume an attempt in progress',
      exam({ exam_action: 'can_resume', score_id: 's1', deadline_ms: 1 }),
      '继续考试',
      'http://player.cme.localhost:8080/player/c1/exam/online',
    ],
    [
      'link to missing study first',
      exam({ exam_action: 'locked', reason: '还差 2 节未完成' }),
      '去学习',
      'http://player.cme.localhost:8080/player/c1/play',
    ],
    [
      'offer another attempt',
      exam({ attempts_used: 1, best_score: 45, score_id: 's1' }),
      '重新考试',
      'http://player.cme.localhost:8080/player/c1/exam/online',
    ],
    [
      'link to the survey that the credits depend on',
      exam({ exam_action: 'passed', passed: 'Y', score_id: 's1', survey_id: 'v1', best_score: 90 }),
      '填写问卷',
      'http://player.cme.localhost:8080/player/c1/survey/v1',
    ],
  ])('%s', async (_, one, name, href) => {
    shows(one);
    renderPage('/user/myexam', routes, signedIn);
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', href);
  });

  it('show the reason, the attempts and the best score', async () => {
    shows(
      exam({
        exam_action: 'cooling',
        cooling_until_ms: Date.UTC(2026, 10, 21, 9, 0),
        attempts_used: 2,
        best_score: 52,
        score_id: 's2',
      }),
    );
    renderPage('/user/myexam', routes, signedIn);
    expect(await screen.findByText('11月21日 17:00 后可再次考试')).toBeVisible();
    expect(screen.getByText('已考 2 次，共 3 次机会')).toBeVisible();
    expect(screen.getByRole('img', { name: '最高分 52 分，60 分合格，不合格' })).toBeVisible();
    expect(screen.getByRole('link', { name: '查看解析' })).toBeVisible();
  });
});

describePageStates('my exams', {
  address: '/user/myexam',
  routes,
  options: signedIn,
  call: examList,
  filled: { list: [exam()], total: 1, page: 1, page_size: 10, counts: { todo: 1, done: 0 } },
  shows: '高血压规范化管理 结课考试',
  empty: {
    reply: { list: [], total: 0, page: 1, page_size: 10, counts: { todo: 0, done: 0 } },
    says: '没有待参加的考试',
  },
});
