import { topNoticeCount, userInfo } from '@cme/contract/person';
import { examAnalysis } from '@cme/contract/study';
import { renderPage, mockReply, sampleUser } from '@cme/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';
import { sampleAnalysed, sampleAnalysis } from './analysis.sample.ts';

const open = (search = '') =>
  renderPage(`/player/E2/analysis${search}`, routes, { token: 'token' });
const rows = () =>
  within(screen.getByRole('region', { name: '答案解析' }))
    .getAllByText(/^第\d个问题$/)
    .map(({ textContent }) => textContent);

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(topNoticeCount, { unread_count: 0 });
});

describe('成绩分析', () => {
  it('describes the ring and the bars in text', async () => {
    mockReply(examAnalysis, sampleAnalysis());
    open();
    expect(
      await screen.findByRole('img', { name: '得分 16 分，满分 20 分，合格线 12 分，合格' }),
    ).toBeVisible();
    expect(screen.getByText('67%', { selector: 'dd' })).toBeVisible();
    for (const text of ['20分50秒', '第 2 次 / 共 3 次', '超过 73% 的考生'])
      expect(screen.getByText(text)).toBeVisible();
    expect(
      within(screen.getByRole('table', { name: '按题型' })).getByRole('row', {
        name: '单选题 50% 1 / 2 2 / 4',
      }),
    ).toBeVisible();
    expect(
      within(screen.getByRole('table', { name: '按知识点' })).getByRole('row', {
        name: '手卫生指征 67% 2 / 3',
      }),
    ).toBeVisible();
    await expect.poll(() => document.title).toBe('成绩分析-省卫生健康继续教育中心');
  });

  it('shows the attempts as a chart and as a table', async () => {
    mockReply(examAnalysis, sampleAnalysis());
    open();
    expect(
      await screen.findByRole('img', {
        name: '历次成绩：第 1 次 8 分，第 2 次 16 分；合格线 12 分',
      }),
    ).toBeVisible();
    expect(
      within(screen.getByRole('table', { name: '历次成绩' })).getByRole('row', {
        name: '第 1 次 8 分 不合格 2026-11-21 09:00',
      }),
    ).toBeVisible();
  });

  it('filters by wrong answers and keeps the filter in the URL', async () => {
    mockReply(examAnalysis, sampleAnalysis());
    const { user, router } = open();
    await user.click(await screen.findByRole('switch', { name: '只看错题' }));
    expect(rows()).toEqual(['第2个问题']);
    expect(router.state.location.search).toBe('?wrong=Y');
    expect(screen.getByText('C', { selector: 'dd' })).toBeVisible();
    expect(screen.getByText('B', { selector: 'dd' })).toBeVisible();
    expect(screen.getByText('因为乙是对的')).toBeVisible();
  });

  it('hides the answers if the paper forbids it, and says why', async () => {
    const items = [1, 2].map((no) =>
      sampleAnalysed(no, {
        right: undefined,
        explain: undefined,
        is_right: undefined,
        got: undefined,
      }),
    );
    mockReply(
      examAnalysis,
      sampleAnalysis({
        can_analyse: 'N',
        analysis_note: '通过考试或考试次数用完后，可查看答案解析。',
        result: 'failed',
        by_type: [],
        by_point: [],
        right_count: undefined,
        items,
      }),
    );
    open('?wrong=Y');
    expect(await screen.findByText('通过考试或考试次数用完后，可查看答案解析。')).toBeVisible();
    expect(rows()).toEqual(['第1个问题', '第2个问题']);
    expect(screen.queryByText('正确答案')).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
  });
});
