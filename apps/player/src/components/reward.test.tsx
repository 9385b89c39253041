import type { ReplyOf } from '@cme/contract/base';
import { examAttempt, examResult, learnSummary, playerCourse } from '@cme/contract/study';
import { requestsTo, mockPending, mockRefusal, renderPage, mockReply } from '@cme/testing';
import { refresh } from '@cme/shell';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { courseId, sampleResult, scoreId } from '../pages/exam/exam.sample.ts';
import { routes } from '../routes.ts';
import { sampleCourse, sampleSection } from './course.sample.ts';

type Year = ReplyOf<typeof learnSummary>;
const round = 2 * Math.PI * 52;

const year = (change: Partial<Year> = {}): Year => ({
  year: 2026,
  need_hours: 90,
  got_hours: 12,
  need_credits: 25,
  got_credits: 10,
  today_seconds: 0,
  total_seconds: 0,
  studying: 0,
  completed: 1,
  ...change,
});

const course = (change: Parameters<typeof sampleCourse>[1] = {}) =>
  sampleCourse([sampleSection({ section_status: 'finished' })], {
    course_id: courseId,
    progress: 100,
    learn_status: 'completed',
    credits: 1,
    hours: 3,
    ...change,
  });

const open = () =>
  renderPage(`/player/${courseId}/exam/online?score_id=${scoreId}`, routes, { token: 'T1' });
const reward = () => screen.findByRole('region', { name: '本次获得' });
const before = (label: string) =>
  Number(screen.getByText(label).closest('div')?.style.getPropertyValue('--before'));

beforeEach(() => {
  mockRefusal(examAttempt, 400, '考试已结束', 'exam_over');
  mockReply(examResult, sampleResult());
  mockReply(learnSummary, year());
  mockReply(playerCourse, course());
});
afterEach(() => vi.useRealTimers());

describe('the reward for a completed course', () => {
  it('shows a total if the year has no requirement of a kind', async () => {
    mockReply(learnSummary, year({ need_credits: 0 }));
    open();
    const gained = within(await reward());
    expect(gained.getByText('+1 学分')).toBeVisible();
    expect(gained.getByText('2026年学分')).toHaveTextContent('102026年学分');
    expect(gained.getByRole('img', { name: /2026年学时：已获 12，应修 90/ })).toBeVisible();
  });

  it('shows credits and hours and links to the certificate', async () => {
    open();
    const gained = within(await reward());
    expect(gained.getByText('+1 学分')).toBeVisible();
    expect(gained.getByText('+3 学时')).toBeVisible();
    expect(gained.getByRole('img', { name: /2026年学分：已获 10，应修 25/ })).toBeVisible();
    expect(gained.getByRole('img', { name: /2026年学时：已获 12，应修 90/ })).toBeVisible();
    const ways = screen.getAllByRole('link').map(({ textContent }) => textContent);
    expect(ways.indexOf('查看证书')).toBeGreaterThan(-1);
    expect(ways.indexOf('查看证书')).toBeLessThan(ways.indexOf('查看解析'));
  });

  it('arrives below the buttons, which it does not move', async () => {
    open();
    const region = await reward();
    const link = screen.getByRole('link', { name: '查看证书' });
    expect(link.compareDocumentPosition(region)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it.each([
    ['some credits', {}, 9 / 25, 9 / 90],
    ['no credits', { got_credits: 1, got_hours: 3 }, 0, 0],
    ['a fulfilled requirement', { got_credits: 40, got_hours: 120 }, 1, 1],
    ['less than the course gives, after a correction', { got_credits: 0.5, got_hours: 1 }, 0, 0],
    ['a year without requirements', { need_credits: 0, need_hours: 0 }, 0, 0],
  ])('animates the rings from their previous values: %s', async (_, change, credits, hours) => {
    mockReply(learnSummary, year(change));
    open();
    await reward();
    expect(before('+1 学分')).toBeCloseTo(round * credits, 0);
    expect(before('+3 学时')).toBeCloseTo(round * hours, 0);
  });

  it('hides kinds that the course does not give', async () => {
    mockReply(playerCourse, course({ hours: 0 }));
    open();
    expect(within(await reward()).getByText('+1 学分')).toBeVisible();
    expect(screen.queryByText(/学时$/)).toBeNull();
  });

  it('refetches the year if it was cached before the pass', async () => {
    mockPending(playerCourse);
    const { client } = open();
    await screen.findByText('合格');
    client.setQueryData<Year>(['learn', 'summary'], year({ got_credits: 9 }));
    mockReply(playerCourse, course());
    await act(() => refresh(client, { queryKey: ['player'] }));
    const ring = await screen.findByRole('img', { name: /2026年学分：已获 10，应修 25/ });
    expect(ring).toBeVisible();
  });
});

describe('a completion that is recorded some seconds after the pass', () => {
  const waits = () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    mockReply(playerCourse, course({ learn_status: 'study_done' }));
  };
  const later = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

  it('is polled for', async () => {
    waits();
    open();
    expect(await screen.findByText('合格')).toBeVisible();
    await waitFor(() => expect(requestsTo(playerCourse)).toHaveLength(1));
    expect(screen.queryByRole('region', { name: '本次获得' })).toBeNull();
    mockReply(playerCourse, course());
    await later(2.1);
    expect(await reward()).toBeVisible();
  });

  it('is not polled for ever', async () => {
    waits();
    open();
    await screen.findByText('合格');
    await later(60);
    const times = requestsTo(playerCourse).length;
    expect(times).toBeGreaterThan(3);
    await later(60);
    expect(requestsTo(playerCourse)).toHaveLength(times);
  });

  it('is not polled again once it has arrived', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open();
    await reward();
    await later(30);
    expect(requestsTo(playerCourse)).toHaveLength(1);
  });
});

describe('the reward is hidden', () => {
  it.each([
    ['before the survey is answered', { survey_id: 'S1' }, {}, {}],
    ['after a fail', { result: 'failed', exam_action: 'can_start' }, {}, {}],
    ['for a course that gives no credits and no hours', {}, { credits: 0, hours: 0 }, {}],
    ['for a pass in another year', { submitted_at: '2025-12-31 23:59:50' }, {}, {}],
  ])('%s', async (_, result, changed, ofYear) => {
    mockReply(examResult, sampleResult(result));
    mockReply(playerCourse, course(changed));
    mockReply(learnSummary, year(ofYear));
    const { client } = open();
    expect(await screen.findByRole('heading', { name: '考试成绩' })).toBeVisible();
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(screen.queryByRole('region', { name: '本次获得' })).toBeNull();
  });

  it('if the year cannot be loaded, and the link to the certificate stays', async () => {
    mockRefusal(learnSummary, 500, '服务暂时不可用');
    open();
    expect(await screen.findByRole('link', { name: '查看证书' })).toBeVisible();
    await waitFor(() => expect(requestsTo(learnSummary).length).toBeGreaterThan(0));
    expect(screen.queryByRole('region', { name: '本次获得' })).toBeNull();
  });
});
