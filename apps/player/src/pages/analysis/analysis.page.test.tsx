import { examAnalysis, topNoticeCount, userInfo } from '@cme/contract';
import { refuses, renderPage, replies, sampleUser } from '@cme/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';
import type { Analysis } from './analysis.queries.ts';

const item = (no: number, change: Partial<Analysis['items'][number]> = {}): Analysis['items'][number] => ({
  qid: `q${no}`, no, type: 'A1', type_name: '单选题', stem: `第${no}个问题`, group_id: '', group_stem: '', image: '', score: 2,
  options: ['甲', '乙', '丙', '丁'].map((text, at) => ({ key: 'ABCD'[at] ?? '', text })), my: ['B'], got: 2, right: ['B'], explain: '因为乙是对的', is_right: 'Y', ...change,
});

const analysis = (change: Partial<Analysis> = {}): Analysis => ({
  score_id: 'E2', paper_id: 'P1', course_id: 'C1', title: '手卫生结课考试', attempt_status: 'graded', submit_type: 'manual', attempt_no: 2, max_attempts: 3, score: 16, total_score: 20, pass_score: 12,
  result: 'passed', used_seconds: 1250, submitted_at: '2026-11-22 10:20:50', exam_action: 'passed', cooling_until_ms: 0, server_time: 0, survey_id: '', can_analyse: 'Y', analysis_note: '',
  rank_percent: 73.4, right_count: 2, question_count: 3,
  by_type: [{ type: 'A1', name: '单选题', total: 2, right: 1, score: 2, full: 4 }, { type: 'J', name: '判断题', total: 1, right: 1, score: 2, full: 2 }],
  by_point: [{ point: '手卫生指征', total: 3, right: 2 }],
  attempts: [{ score_id: 'E1', no: 1, score: 8, result: 'failed', at: '2026-11-21 09:00:00' }, { score_id: 'E2', no: 2, score: 16, result: 'passed', at: '2026-11-22 10:20:50' }],
  items: [item(1), item(2, { my: ['C'], got: 0, is_right: 'N' }), item(3, { type: 'J', type_name: '判断题', options: [{ key: 'A', text: '正确' }, { key: 'B', text: '错误' }] })], ...change,
});

const open = (search = '') => renderPage(`/player/E2/analysis${search}`, routes, { token: 'token' });
const rows = () => within(screen.getByRole('region', { name: '答案解析' })).getAllByText(/^第\d个问题$/).map(({ textContent }) => textContent);

beforeEach(() => {
  replies(userInfo, sampleUser());
  replies(topNoticeCount, { unread_count: 0 });
});

describe('成绩分析', () => {
  it('says what the ring and the bars draw', async () => {
    replies(examAnalysis, analysis());
    open();
    expect(await screen.findByRole('img', { name: '得分 16 分，满分 20 分，合格线 12 分，合格' })).toBeVisible();
    expect(screen.getByText('67%', { selector: 'dd' })).toBeVisible();
    for (const text of ['20分50秒', '第 2 次 / 共 3 次', '超过 73% 的考生']) expect(screen.getByText(text)).toBeVisible();
    expect(within(screen.getByRole('table', { name: '按题型' })).getByRole('row', { name: '单选题 50% 1 / 2 2 / 4' })).toBeVisible();
    expect(within(screen.getByRole('table', { name: '按知识点' })).getByRole('row', { name: '手卫生指征 67% 2 / 3' })).toBeVisible();
    expect(document.title).toBe('成绩分析-省卫生健康继续教育中心');
  });

  it('draws the attempts and lists them too', async () => {
    replies(examAnalysis, analysis());
    open();
    expect(await screen.findByRole('img', { name: '历次成绩：第 1 次 8 分，第 2 次 16 分；合格线 12 分' })).toBeVisible();
    expect(within(screen.getByRole('table', { name: '历次成绩' })).getByRole('row', { name: '第 1 次 8 分 不合格 2026-11-21 09:00' })).toBeVisible();
  });

  it('shows the wrong answers alone when asked, and keeps that in the address', async () => {
    replies(examAnalysis, analysis());
    const { user, router } = open();
    await user.click(await screen.findByRole('switch', { name: '只看错题' }));
    expect(rows()).toEqual(['第2个问题']);
    expect(router.state.location.search).toBe('?wrong=Y');
    expect(screen.getByText('C', { selector: 'dd' })).toBeVisible();
    expect(screen.getByText('B', { selector: 'dd' })).toBeVisible();
    expect(screen.getByText('因为乙是对的')).toBeVisible();
  });

  it('shows no key where the paper forbids it, and says why', async () => {
    const items = [1, 2].map((no) => item(no, { right: undefined, explain: undefined, is_right: undefined, got: undefined }));
    replies(examAnalysis, analysis({ can_analyse: 'N', analysis_note: '通过考试或考试次数用完后，可查看答案解析。', result: 'failed', by_type: [], by_point: [], right_count: undefined, items }));
    open('?wrong=Y');
    expect(await screen.findByText('通过考试或考试次数用完后，可查看答案解析。')).toBeVisible();
    expect(rows()).toEqual(['第1个问题', '第2个问题']);
    expect(screen.queryByText('正确答案')).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
  });

  it('offers to try again when it cannot be loaded', async () => {
    refuses(examAnalysis, 404, '没有找到这次考试', 'not_found');
    open();
    expect(await screen.findByText('没有找到这次考试')).toBeVisible();
    expect(screen.getByRole('button', { name: '重试' })).toBeVisible();
  });
});
