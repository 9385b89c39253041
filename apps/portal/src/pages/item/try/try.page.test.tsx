import type { ReplyOf } from '@cme/contract/base';
import { userInfo } from '@cme/contract/person';
import { tryDetail } from '@cme/contract/study';
import {
  describePageStates,
  mockRefusal,
  mockReply,
  renderPage,
  requestsTo,
  sampleCard,
  sampleUser,
} from '@cme/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../../routes.ts';

const id = '01J000000000000000000000C1';
const address = `/item/try/${id}/detail`;
type Trial = ReplyOf<typeof tryDetail>;

function trial(change: Partial<Trial['course']> = {}): Trial {
  const first = { section_id: 's1', title: '窦性心律', seconds: 600, try_seconds: 120 };
  return {
    course: {
      ...sampleCard({ id, is_free: 'N', price: '12.00' }),
      summary: '',
      detail_html: '',
      project_no: '',
      leader: '',
      source_unit: '',
      start_at: '2026-01-01 00:00:00',
      end_at: '2026-12-31 23:59:59',
      study_days: 180,
      sequential: 'N',
      discipline: [],
      tags: [],
      score_avg: 0,
      appraise_count: 0,
      resource_count: 0,
      action: 'buy',
      ...change,
    },
    sections: [first, { ...first, section_id: 's2', title: '心房颤动', try_seconds: 60 }],
    section: first,
    media_url: '/qm/media/try/index.m3u8',
    media_expire_at: '2026-11-01 08:30:00',
    poster: '/poster.webp',
    subtitles_url: '/zh.vtt',
  };
}

beforeEach(() => {
  // happy-dom does not play media.
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe');
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  mockReply(userInfo, sampleUser());
});

describe('a trial', () => {
  it('shows its length and requests the section in the URL', async () => {
    mockReply(tryDetail, trial());
    renderPage(`${address}?section=s1`, routes);
    expect(
      await screen.findByRole('heading', { level: 1, name: `免费试看：${sampleCard().title}` }),
    ).toBeVisible();
    expect(screen.getByText('试看前 2分，本节共 10分')).toBeVisible();
    expect(requestsTo(tryDetail).at(-1)?.body).toMatchObject({ id, section_id: 's1' });
    const sections = within(screen.getByRole('navigation', { name: '可试看的小节' }));
    expect(sections.getByRole('link', { name: /窦性心律/ })).toHaveAttribute(
      'aria-current',
      'page',
    );
    expect(sections.getByRole('link', { name: /心房颤动/ })).toHaveAttribute(
      'href',
      `${address}?section=s2`,
    );
  });

  it('offers the course at the end and can be replayed', async () => {
    mockReply(tryDetail, trial());
    const { user } = renderPage(address, routes);
    fireEvent(await screen.findByLabelText('试看视频'), new Event('ended'));
    const offer = within(await screen.findByRole('region', { name: '试看结束' }));
    expect(offer.getByRole('button', { name: '立即购买' })).toBeVisible();
    await user.click(offer.getByRole('button', { name: '再看一次' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: '试看结束' })).toBeNull());
  });

  it('leaves full screen at the end, where the offer could not be seen', async () => {
    const exit = vi.fn<() => Promise<void>>(() => Promise.resolve());
    mockReply(tryDetail, trial());
    renderPage(address, routes);
    const video = await screen.findByLabelText('试看视频');
    // happy-dom knows no full screen.
    Object.defineProperty(document, 'fullscreenElement', { value: video, configurable: true });
    Object.defineProperty(document, 'exitFullscreen', { value: exit, configurable: true });
    fireEvent(video, new Event('ended'));
    Reflect.deleteProperty(document, 'fullscreenElement');
    Reflect.deleteProperty(document, 'exitFullscreen');
    expect(await screen.findByRole('region', { name: '试看结束' })).toBeVisible();
    expect(exit).toHaveBeenCalledTimes(1);
  });

  it('goes on with a new URL when its own has expired', async () => {
    const setSource = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockReturnValue();
    mockReply(tryDetail, trial());
    renderPage(address, routes);
    const video = await screen.findByLabelText('试看视频');
    await waitFor(() => expect(setSource).toHaveBeenCalledWith('/qm/media/try/index.m3u8'));
    mockReply(tryDetail, { ...trial(), media_url: '/qm/media/renewed/index.m3u8' });
    fireEvent(video, new Event('error'));
    await waitFor(() => expect(setSource).toHaveBeenLastCalledWith('/qm/media/renewed/index.m3u8'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that a course does not have leads to the course', async () => {
    mockRefusal(tryDetail, 404, '该课程没有可试看的内容', 'not_found', { content_type: 'C' });
    const { router } = renderPage(address, routes);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/item/course/${id}/detail`));
  });

  it("links owners to the course's player", async () => {
    const my_learning = { learning_id: 'l1', learn_status: 'studying', progress: 42 };
    mockReply(tryDetail, trial({ action: 'study', my_learning }));
    renderPage(address, routes, { token: 'token' });
    expect(await screen.findByText('您已拥有这门课程，可以直接学习。')).toBeVisible();
    expect(screen.getByRole('link', { name: '去学习' })).toHaveAttribute(
      'href',
      expect.stringContaining(id),
    );
    expect(screen.queryByRole('button', { name: '立即购买' })).toBeNull();
  });

  it('that does not exist renders the not-found page', async () => {
    mockRefusal(tryDetail, 404, '没有试看');
    renderPage(address, routes);
    expect(await screen.findByRole('heading', { name: /不存在|没有|找不到/ })).toBeVisible();
  });
});

describePageStates('a trial', {
  address,
  routes,
  call: tryDetail,
  filled: trial(),
  shows: '试看不计入学习进度和学时。',
});
