import { contentCatalog, contentDetail, contentRelated, contentTeachers, learnJoin, login, topNoticeCount, userInfo, type ReplyOf } from '@cme/contract';
import { asked, customerPage, refuses, renderPage, replies, sampleCard, sampleSite, sampleUser } from '@cme/testing';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';

const id = '01J000000000000000000000C1';
const address = `/item/course/${id}/detail`;
/** One origin for all areas, so that going to the player stays inside the router. */
const page = customerPage({ site: sampleSite({ isCustomerDomain: 'Y' }) });

function course(change: Partial<ReplyOf<typeof contentDetail>> = {}): ReplyOf<typeof contentDetail> {
  return {
    ...sampleCard(), summary: '', detail_html: '<h3>学习目标</h3><p>识别常见心律失常</p>', project_no: '2026-03-001', leader: '周建国', source_unit: '省人民医院',
    start_at: '2026-01-01 00:00:00', end_at: '2026-12-31 23:59:59', study_days: 180, sequential: 'Y', discipline: [], tags: [], score_avg: 0, appraise_count: 0, resource_count: 0, action: 'join', ...change,
  };
}

beforeEach(() => {
  replies(contentRelated, { list: [] });
  replies(contentTeachers, { list: [{ teacher_id: 't1', name: '周建国', title: '主任医师', unit: '省人民医院', photo: '/t.svg', intro: '长期从事心电诊断。', role: '主讲' }] });
  replies(contentCatalog, { chapters: [{ chapter_id: 'c', title: '第一章', sections: [{ section_id: 's', title: '窦性心律', type: 'video', seconds: 125, required: 'Y', section_status: '' }] }] });
  replies(userInfo, sampleUser());
  replies(topNoticeCount, { unread_count: 0 });
});

describe('a course', () => {
  it('shows what it is, what it costs and its three tabs', async () => {
    replies(contentDetail, course());
    const { user, router } = renderPage(address, routes);
    expect(await screen.findByRole('heading', { level: 1, name: sampleCard().title })).toBeVisible();
    expect(screen.getByText('免费')).toBeVisible();
    expect(screen.getByText('识别常见心律失常')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: '目录' }));
    expect(await screen.findByText('窦性心律')).toBeVisible();
    expect(router.state.location.search).toBe('?tab=outline');
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByRole('heading', { name: '周建国' })).toBeVisible();
  });

  it('shows the price of a paid one and offers no button that does nothing', async () => {
    replies(contentDetail, course({ is_free: 'N', price: '12.00', action: 'buy' }));
    renderPage(address, routes);
    expect(await screen.findByText('¥12.00')).toBeVisible();
    expect(screen.queryByRole('button', { name: '立即学习' })).toBeNull();
  });

  it('is joined and opened by 立即学习', async () => {
    replies(contentDetail, course());
    replies(learnJoin, { learning_id: 'l1' });
    const { user, router } = renderPage(address, routes, { page, token: 'token' });
    await waitFor(() => expect(screen.getByRole('button', { name: '立即学习' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: '立即学习' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/player/${id}/play`));
    expect(asked(learnJoin).at(-1)).toMatchObject({ body: { id }, token: 'token' });
  });

  it('asks for sign-in first, and then goes on by itself', async () => {
    replies(contentDetail, course());
    replies(learnJoin, { learning_id: 'l1' });
    replies(login, { user: sampleUser(), defaultLoginUrl: '' }, 'fresh-token');
    const { user, router } = renderPage(address, routes, { page });
    await user.click(await screen.findByRole('button', { name: '立即学习' }));
    await user.type(await screen.findByLabelText('手机号'), '13800000001');
    await user.type(screen.getByLabelText('密码'), 'Learner2026');
    await user.click(screen.getByRole('button', { name: '登录' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/player/${id}/play`));
    expect(asked(learnJoin).at(-1)?.token).toBe('fresh-token');
  });

  it('leads the enrolled back to where they are, with their progress', async () => {
    replies(contentDetail, ({ token }) => (token ? course({ action: 'continue', my_learning: { learning_id: 'l1', learn_status: 'studying', progress: 42 } }) : course()));
    renderPage(address, routes, { page, token: 'token' });
    expect(await screen.findByRole('link', { name: '继续学习' })).toHaveAttribute('href', `/player/${id}/play`);
    expect(screen.getByText('42%')).toBeVisible();
  });

  it('that does not exist is a page that does not exist', async () => {
    refuses(contentDetail, 404, '课程不存在', 'not_found');
    renderPage(address, routes);
    expect(await screen.findByText('页面不存在')).toBeVisible();
    expect(screen.getByRole('link', { name: '返回首页' })).toBeVisible();
  });
});
