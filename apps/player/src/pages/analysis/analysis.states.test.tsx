import { topNoticeCount, userInfo } from '@cme/contract/person';
import { examAnalysis } from '@cme/contract/study';
import {
  requestsTo,
  describePageStates,
  mockRefusal,
  renderPage,
  mockReply,
  sampleUser,
} from '@cme/testing';
import { refresh } from '@cme/shell';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';
import { sampleAnalysed, sampleAnalysis } from './analysis.sample.ts';

const address = '/player/E2/analysis';
const options = { token: 'T1' };
const open = (search = '') => renderPage(address + search, routes, options);
const region = () => within(screen.getByRole('region', { name: '答案解析' }));
const stems = () =>
  region()
    .queryAllByText(/^第\d个问题$/)
    .map(({ textContent }) => textContent);
const item = async (no: number) => {
  const stem = await screen.findByText(`第${no}个问题`);
  return within(stem.closest('li')!);
};

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(topNoticeCount, { unread_count: 0 });
  mockReply(examAnalysis, sampleAnalysis());
});

describePageStates('the analysis of an attempt', {
  address,
  routes,
  options,
  call: examAnalysis,
  filled: sampleAnalysis(),
  shows: '第1个问题',
  empty: { reply: sampleAnalysis({ items: [] }), says: '这次考试没有题目记录' },
});

describe('an attempt that cannot be viewed', () => {
  it("belongs to another user: says so and links to the learner's own", async () => {
    mockRefusal(examAnalysis, 404, '没有找到这次考试', 'not_found');
    open();
    const title = await screen.findByRole('heading', { level: 1, name: '没有找到这次考试' });
    expect(title).toBeVisible();
    const way = within(screen.getByRole('main')).getByRole('link', { name: '我的考试' });
    expect(way).toHaveAttribute('href', expect.stringMatching(/\/user\/myexam$/));
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  });

  it('stays visible if a refetch fails', async () => {
    const { client } = open();
    await item(1);
    mockRefusal(examAnalysis, 500, '服务暂时不可用');
    await act(() => refresh(client, { queryKey: ['exam', 'analysis'] }));
    await waitFor(() => expect(requestsTo(examAnalysis)).toHaveLength(2));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(screen.getByText('第1个问题')).toBeVisible();
  });
});

describe('只看错题', () => {
  it('can be turned off, which removes it from the URL', async () => {
    const { user, router } = open('?wrong=Y');
    await item(2);
    const filter = screen.getByRole('switch', { name: '只看错题' });
    expect(filter).toBeChecked();
    expect(stems()).toEqual(['第2个问题']);
    await user.click(filter);
    expect(stems()).toEqual(['第1个问题', '第2个问题', '第3个问题']);
    expect(router.state.location.search).toBe('');
  });

  it('counts partly correct answers as wrong', async () => {
    const part = sampleAnalysed(1, {
      type: 'X',
      my: ['A'],
      right: ['A', 'B'],
      got: 1,
      is_right: 'N',
    });
    mockReply(examAnalysis, sampleAnalysis({ items: [part, sampleAnalysed(2)] }));
    open('?wrong=Y');
    expect((await item(1)).getByText('部分得分')).toBeVisible();
    expect(stems()).toEqual(['第1个问题']);
  });

  it('shows an empty state if nothing was wrong', async () => {
    mockReply(examAnalysis, sampleAnalysis({ items: [sampleAnalysed(1)] }));
    const { user } = open();
    await user.click(await screen.findByRole('switch', { name: '只看错题' }));
    expect(screen.getByText('没有答错的题')).toBeVisible();
    expect(stems()).toEqual([]);
  });

  it('shows a shared stem above the first of its visible questions', async () => {
    const group = { group_id: 'g', group_stem: '男性，58岁，胸痛 2 小时。' };
    const items = [
      sampleAnalysed(1, group),
      sampleAnalysed(2, { ...group, is_right: 'N' }),
      sampleAnalysed(3),
    ];
    mockReply(examAnalysis, sampleAnalysis({ items }));
    const { user } = open();
    expect((await item(1)).getByText(group.group_stem)).toBeVisible();
    expect(screen.getAllByText(group.group_stem)).toHaveLength(1);
    await user.click(screen.getByRole('switch', { name: '只看错题' }));
    expect((await item(2)).getByText(group.group_stem)).toBeVisible();
  });
});

describe('a reviewed question', () => {
  const shown = (change: Parameters<typeof sampleAnalysed>[1]) => {
    mockReply(examAnalysis, sampleAnalysis({ items: [sampleAnalysed(1, change)] }));
    open();
    return item(1);
  };
  const answers = (question: Awaited<ReturnType<typeof item>>) =>
    question.getAllByRole('definition').map(({ textContent }) => textContent);

  it.each([
    [
      'with a single choice',
      { my: ['C'], is_right: 'N' as const, got: 0 },
      ['C', 'B'],
      '错误',
      '得 0 / 2 分',
    ],
    [
      'with multiple choices, in the order of the paper',
      { type: 'X', my: ['D', 'A'], right: ['D', 'A'] },
      ['A、D', 'A、D'],
      '正确',
      '得 2 / 2 分',
    ],
    ['none', { my: [], is_right: 'N' as const, got: 0 }, ['未作答', 'B'], '错误', '得 0 / 2 分'],
    [
      'with true or false',
      {
        type: 'J',
        options: [
          { key: 'A', text: '对' },
          { key: 'B', text: '不对' },
        ],
      },
      ['不对', '不对'],
      '正确',
      '得 2 / 2 分',
    ],
  ])('%s', async (_, change, words, mark, got) => {
    const question = await shown(change);
    expect(answers(question)).toEqual(words);
    expect(question.getByText(mark)).toBeVisible();
    expect(question.getByText(got)).toBeVisible();
  });

  it('shows a written answer next to the model answer, without options', async () => {
    const change = { type: 'SA', options: [], my: ['接触前后'], right: ['五个时刻'], explain: '' };
    const question = await shown(change);
    expect(question.getByText('参考答案')).toBeVisible();
    expect(answers(question)).toEqual(['接触前后', '五个时刻']);
    expect(question.queryByRole('list')).toBeNull();
    expect(question.queryByText('解析')).toBeNull();
  });

  const blanks = {
    type: 'FB',
    stem: '第1个问题____和____',
    blanks: { around: ['第1个问题', '和', ''], any_order: 'N' as const },
    options: [],
    my: ['A-CEI', ''],
    right: ['ACEI', '90'],
    got: 0,
    is_right: 'N' as const,
  };
  const showBlanks = async (change: Parameters<typeof sampleAnalysed>[1] = {}) => {
    const items = [sampleAnalysed(1, { ...blanks, ...change })];
    mockReply(examAnalysis, sampleAnalysis({ items }));
    open();
    const stem = await screen.findByText('第1个问题（第1空）和（第2空）');
    return within(stem.closest('li')!)
      .getAllByRole('row')
      .map((row) =>
        within(row)
          .queryAllByRole('cell')
          .map(({ textContent }) => textContent),
      );
  };

  it('shows each blank with its text, whether it is right, and what was accepted', async () => {
    const blank_results = [
      { accepted: ['ACEI', 'ARB'], is_right: 'Y' as const },
      { accepted: ['90'], is_right: 'N' as const },
    ];
    const [, ...rows] = await showBlanks({ blank_results });
    expect(rows).toEqual([
      ['A-CEI', '正确', 'ACEI 或 ARB'],
      ['未填写', '错误', '90'],
    ]);
    expect(screen.getByRole('rowheader', { name: '第2空' })).toBeVisible();
  });

  it('shows only the own texts of blanks while answers are hidden', async () => {
    const [, ...rows] = await showBlanks({ right: undefined, is_right: undefined });
    expect(rows).toEqual([['A-CEI'], ['未填写']]);
    expect(screen.queryByText('正确答案')).toBeNull();
  });

  it('of an unknown type shows the answers as text', async () => {
    const question = await shown({ type: 'ZZ', options: [], my: ['甲', ''], right: ['乙', '丙'] });
    expect(answers(question)).toEqual(['甲', '乙、丙']);
  });

  it('shows no letters before 正确 and 错误', async () => {
    const judged = {
      type: 'J',
      options: [
        { key: 'A', text: '对' },
        { key: 'B', text: '不对' },
      ],
    };
    const question = await shown(judged);
    const choices = question.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(choices).toEqual(['对', '✓不对']);
  });
});

describe('the header', () => {
  it('hides score and verdict while grading is pending', async () => {
    const change = { attempt_status: 'reviewing', result: '', score: 0, right_count: undefined };
    mockReply(examAnalysis, sampleAnalysis(change));
    open();
    const ring = await screen.findByRole('img', { name: '成绩评阅中，满分 20 分，合格线 12 分' });
    expect(ring).toBeVisible();
    expect(screen.getByText('未公布')).toBeVisible();
  });

  it('shows no rank if nobody else took the exam, and no chart for a single attempt', async () => {
    const [first] = sampleAnalysis().attempts;
    mockReply(examAnalysis, sampleAnalysis({ rank_percent: undefined, attempts: [first!] }));
    open();
    expect(await screen.findByText('暂无')).toBeVisible();
    expect(screen.queryByRole('img', { name: /历次成绩/ })).toBeNull();
    expect(screen.getByRole('table', { name: '历次成绩' })).toBeVisible();
  });

  it('links back to the exam', async () => {
    open();
    const way = await screen.findByRole('link', { name: '返回考试' });
    expect(way).toHaveAttribute('href', expect.stringContaining('/player/C1/exam/online'));
  });
});
