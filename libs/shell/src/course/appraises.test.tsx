import type { ReplyOf } from '@cme/contract/base';
import { userInfo } from '@cme/contract/person';
import { type Appraise, appraiseAdd, appraiseList } from '@cme/contract/study';
import {
  mockPending,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleUser,
} from '@cme/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Appraises } from './appraises.tsx';

const routes = [{ path: '/c1', element: <Appraises courseId="c1" />, handle: { title: '课程' } }];
const appraise = (change: Partial<Appraise> = {}): Appraise => ({
  appraise_id: 'a1',
  user_name: '李**',
  useful: 5,
  concise: 4,
  logical: 4,
  design: 4,
  score: 4.3,
  text: '讲得清楚，案例实用。',
  created_at: '2026-11-20 08:30:00',
  ...change,
});
type Appraised = ReplyOf<typeof appraiseList>;
const appraised = (change: Partial<Appraised> = {}): Appraised => ({
  list: [appraise()],
  total: 1,
  page: 1,
  page_size: 10,
  score_avg: 4.25,
  scales: { useful: 5, concise: 4, logical: 4, design: 4 },
  stars: [0, 0, 0, 1, 3],
  my_state: '',
  ...change,
});
const none = appraised({ list: [], total: 0, score_avg: 0, stars: [0, 0, 0, 0, 0] });

beforeEach(() => {
  mockReply(userInfo, sampleUser());
  mockReply(appraiseList, appraised());
});

describe('the reviews of a course', () => {
  it('start with the mean and the ratings by star, best first', async () => {
    mockReply(appraiseList, appraised({ total: 4 }));
    renderPage('/c1', routes);
    expect(
      await screen.findByText('综合评分 4.3 分，满分 5 分', { selector: '.hidden' }),
    ).toBeDefined();
    expect(screen.getByText('4 人评价')).toBeVisible();
    const stars = within(screen.getByRole('list', { name: '评分分布' })).getAllByRole('listitem');
    expect(stars.map(({ textContent }) => textContent)).toEqual([
      '5 星3',
      '4 星1',
      '3 星0',
      '2 星0',
      '1 星0',
    ]);
    expect(stars[0]?.querySelector('i')).toHaveStyle({ width: '75%' });
    const scales = within(screen.getByRole('list', { name: '各项平均分' })).getAllByRole(
      'listitem',
    );
    expect(scales.map(({ textContent }) => textContent)).toEqual([
      '内容实用5.0',
      '简洁易懂4.0',
      '逻辑清晰4.0',
      '课程设计4.0',
    ]);
  });

  it('show each with its writer, stars, day and text', async () => {
    renderPage('/c1', routes);
    const review = within((await screen.findByText('李**')).closest('article')!);
    expect(review.getByRole('img', { name: '综合评分 4.3 分，满分 5 分' })).toHaveTextContent(
      '★★★★☆',
    );
    expect(review.getByText('2026-11-20')).toHaveAttribute('datetime', '2026-11-20');
    expect(review.getByText('讲得清楚，案例实用。')).toBeVisible();
  });

  it("mark the learner's own, which may have no text", async () => {
    const mine = appraise({ appraise_id: 'a2', user_name: '王**', text: '' });
    mockReply(
      appraiseList,
      appraised({ list: [appraise(), mine], total: 2, my_state: 'done', mine }),
    );
    renderPage('/c1', routes, { token: 'T1' });
    const own = await screen.findByText('我的评价');
    expect(screen.queryByText('王**')).toBeNull();
    expect(own.closest('article')?.querySelector('p')).toBeNull();
    expect(screen.queryByRole('heading', { name: '评价这门课程' })).toBeNull();
  });

  it('that nobody has written yet say who can', async () => {
    mockReply(appraiseList, none);
    renderPage('/c1', routes);
    expect(await screen.findByText('还没有评价')).toBeVisible();
    expect(screen.getByText('完成课程的学员可以在这里评价。')).toBeVisible();
    expect(screen.queryByRole('list', { name: '评分分布' })).toBeNull();
  });

  it('tell a learner who has not completed the course when they can write one', async () => {
    mockReply(appraiseList, { ...none, my_state: 'not_completed' });
    renderPage('/c1', routes, { token: 'T1' });
    expect(await screen.findByText('完成课程后可以评价。')).toBeVisible();
    expect(screen.queryByRole('button', { name: '提交评价' })).toBeNull();
  });

  it.each([
    ['?page=3', 3],
    ['?page=-2', 1],
    ['?page=abc', 1],
    ['', 1],
  ])('at %s are those of page %i', async (search, page) => {
    mockReply(appraiseList, appraised({ total: 95 }));
    renderPage(`/c1${search}`, routes);
    expect(await screen.findByRole('link', { name: `第 ${page} 页` })).toHaveAttribute(
      'aria-current',
      'page',
    );
    expect(requestsTo(appraiseList).at(-1)?.body).toMatchObject({ id: 'c1', page, page_size: 10 });
  });

  it('are a placeholder until they arrive', async () => {
    mockPending(appraiseList);
    const { container } = renderPage('/c1', routes);
    await waitFor(() => expect(container.querySelector('main .skeleton')).not.toBeNull());
    expect(screen.queryByText('还没有评价')).toBeNull();
  });

  it('that cannot be loaded can be asked for again', async () => {
    mockRefusal(appraiseList, 503, '服务暂时不可用');
    const { user } = renderPage('/c1', routes);
    await screen.findByText('服务暂时不可用');
    mockReply(appraiseList, appraised());
    await user.click(screen.getByRole('button', { name: '重试' }));
    expect(await screen.findByText('李**')).toBeVisible();
  });
});

describe('writing a review', () => {
  const scales = ['内容实用', '简洁易懂', '逻辑清晰', '课程设计'];
  async function openForm() {
    mockReply(appraiseList, { ...none, my_state: 'can' });
    const page = renderPage('/c1', routes, { token: 'T1' });
    await screen.findByRole('heading', { name: '评价这门课程' });
    return page;
  }
  const rate = async (user: Awaited<ReturnType<typeof openForm>>['user'], names = scales) => {
    for (const name of names)
      await user.click(
        within(screen.getByRole('group', { name })).getByRole('radio', { name: '较好' }),
      );
  };
  const submit = () => screen.getByRole('button', { name: '提交评价' });

  it('asks for all four scales before it is sent', async () => {
    const { user } = await openForm();
    await rate(user, scales.slice(0, 3));
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('请为每一项评分');
    expect(requestsTo(appraiseAdd)).toEqual([]);
    await rate(user, scales.slice(3));
    mockReply(appraiseAdd, { appraise_id: 'a1' });
    await user.click(submit());
    await waitFor(() => expect(requestsTo(appraiseAdd)).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sends the scales and the text once, and shows the review among the others', async () => {
    const { user } = await openForm();
    await rate(user);
    await user.type(screen.getByLabelText('说说你的感受（选填）'), '很实用');
    expect(screen.getByText('3 / 200')).toBeVisible();
    mockReply(appraiseAdd, () => {
      mockReply(appraiseList, appraised({ my_state: 'done', mine: appraise() }));
      return { appraise_id: 'a1' };
    });
    await user.click(submit());
    expect(await screen.findByText('评价已提交，谢谢')).toBeVisible();
    expect(await screen.findByText('我的评价')).toBeVisible();
    expect(screen.queryByRole('button', { name: '提交评价' })).toBeNull();
    expect(requestsTo(appraiseAdd).map(({ body }) => body)).toEqual([
      { content_type: 'C', id: 'c1', useful: 4, concise: 4, logical: 4, design: 4, text: '很实用' },
    ]);
  });

  it('keeps the draft if the server refuses it', async () => {
    mockRefusal(appraiseAdd, 400, '内容包含不适当的文字，请修改', 'text_refused');
    const { user } = await openForm();
    await rate(user);
    await user.type(screen.getByLabelText('说说你的感受（选填）'), '感受');
    await user.click(submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('内容包含不适当的文字，请修改');
    expect(screen.getByLabelText('说说你的感受（选填）')).toHaveValue('感受');
    expect(
      within(screen.getByRole('group', { name: '内容实用' })).getByRole('radio', { name: '较好' }),
    ).toBeChecked();
  });

  it('keeps a comment that is too long, and says so', async () => {
    const { user } = await openForm();
    const field = screen.getByLabelText('说说你的感受（选填）');
    await user.click(field);
    await user.paste('感'.repeat(250));
    expect(field).toHaveValue('感'.repeat(250));
    expect(screen.getByText('最多 200 字，现在 250 字')).toBeVisible();
  });

  it('is one group of radio buttons a scale, which the keyboard can choose from', async () => {
    const { user } = await openForm();
    const group = within(screen.getByRole('group', { name: '逻辑清晰' }));
    group.getByRole('radio', { name: '一般' }).focus();
    await user.keyboard(' ');
    expect(group.getByRole('radio', { name: '一般' })).toBeChecked();
    expect(group.getAllByRole('radio')).toHaveLength(5);
    expect(
      group.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked),
    ).toHaveLength(1);
  });
});
