import { playerBeat, playerCourse, playerEnter, playerLeave } from '@cme/contract/study';
import { requestsTo, describePageStates, mockRefusal, renderPage, mockReply } from '@cme/testing';
import { refresh } from '@cme/shell';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleCourse, sampleSection } from '../../components/course.sample.ts';
import { routes } from '../../routes.ts';
import { sampleBeat, sampleEntered } from './play.sample.ts';
import {
  startPlayback,
  endPlayback,
  fireMediaEvent,
  mockPlayback,
  video,
} from '@cme/testing/media';

const address = '/player/C1/play';
const options = { token: 'T1' };
const open = (search = '') => renderPage(address + search, routes, options);
const nothing = '这门课程暂时没有可以学习的视频，上线后即可开始学习';
const outline = () => within(screen.getByRole('navigation', { name: '目录' }));
const entered = () => requestsTo(playerEnter).map(({ body }) => body.section_id);

const three = [
  sampleSection({ section_status: 'finished' }),
  sampleSection({ section_id: 'S2', title: '第二节', section_status: 'studying' }),
  sampleSection({ section_id: 'S3', title: '第三节', section_status: 'locked' }),
];

beforeEach(() => {
  mockPlayback(() => Promise.resolve());
  mockReply(playerCourse, sampleCourse(three));
  mockReply(playerEnter, ({ body }) => sampleEntered({ section_id: body.section_id }));
  mockReply(playerBeat, sampleBeat());
  mockReply(playerLeave, {});
});

describePageStates('the player', {
  address,
  routes,
  options,
  call: playerCourse,
  filled: sampleCourse(),
  shows: '手卫生',
  empty: { reply: sampleCourse([], { title: '空课程' }), says: nothing },
});

describe('the outline', () => {
  it('shows the state of each section and links to the open ones', async () => {
    open();
    await screen.findByRole('heading', { level: 1 });
    const said = outline()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(said).toEqual([
      expect.stringContaining('第一节已完成'),
      expect.stringContaining('第二节学习中'),
      expect.stringContaining('第三节未解锁'),
    ]);
    expect(outline().getAllByRole('link')).toHaveLength(2);
    expect(outline().queryByRole('link', { name: /第三节/ })).toBeNull();
  });

  it('starts at the resume section, marks it and writes it into the URL', async () => {
    const { router } = open();
    await waitFor(() => expect(entered()).toEqual(['S2']));
    expect(outline().getByRole('link', { current: true })).toHaveTextContent('第二节');
    expect(router.state.location.search).toBe('?section=S2');
  });

  it('opens the selected section and leaves the previous one', async () => {
    const { user } = open();
    await waitFor(() => expect(entered()).toEqual(['S2']));
    await user.click(outline().getByRole('link', { name: /第一节/ }));
    await waitFor(() => expect(entered()).toEqual(['S2', 'S1']));
    await waitFor(() => expect(requestsTo(playerLeave)).toHaveLength(1));
    expect(outline().getByRole('link', { current: true })).toHaveTextContent('第一节');
  });

  it.each([
    ['the URL names a section', '?section=S1', '', 'S1'],
    ['the URL names a locked section', '?section=S3', '', 'S2'],
    ['the resume section is finished by now', '', 'S1', 'S2'],
    ['the resume section is open', '', 'S2', 'S2'],
  ])('%s', async (_, search, lastSectionId, opened) => {
    mockReply(playerCourse, sampleCourse(three, { last_section_id: lastSectionId }));
    open(search);
    await waitFor(() => expect(entered()).toEqual([opened]));
  });

  it('returns to the first section when all are finished', async () => {
    const done = three.map((section) => ({ ...section, section_status: 'finished' }));
    mockReply(playerCourse, sampleCourse(done));
    open();
    await waitFor(() => expect(entered()).toEqual(['S1']));
  });
});

describe('the rules of study', () => {
  it('open from the page header and restore the focus', async () => {
    const { user } = open();
    const button = await screen.findByRole('button', { name: '学习规则' });
    await user.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: '学习规则' }));
    expect(dialog.getByText(/首次学习不可拖动到未看过的位置/)).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
  });
});

describe('a section that cannot be entered', () => {
  it('temporarily: 重试 enters it', async () => {
    mockRefusal(playerEnter, 500, '服务暂时不可用');
    const { user } = open();
    const again = await screen.findByRole('button', { name: '重试' });
    mockReply(playerEnter, sampleEntered());
    await user.click(again);
    await waitFor(() => expect(entered()).toEqual(['S2', 'S2']));
    await waitFor(() => expect(video()).toBeVisible());
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  });

  it('because another page plays it: this one may take over', async () => {
    mockRefusal(playerEnter, 409, '您正在其他设备学习', 'play_moved');
    const { user } = open();
    const takeOver = await screen.findByRole('button', { name: '在本页继续学习' });
    mockReply(playerEnter, sampleEntered({ took_over: 'Y' }));
    await user.click(takeOver);
    await waitFor(() => expect(requestsTo(playerEnter).at(-1)?.body.force).toBe('Y'));
  });

  it('before the page is visible: a prerendered page enters nothing', async () => {
    Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
    open();
    await screen.findByRole('heading', { level: 2, name: '第二节' });
    expect(entered()).toEqual([]);
    act(() => void document.dispatchEvent(new Event('prerenderingchange')));
    await waitFor(() => expect(entered()).toEqual(['S2']));
    Reflect.deleteProperty(document, 'prerendering');
  });
});

describe('refetching the course', () => {
  it('keeps what is playing if that fails', async () => {
    const { user, client } = open();
    await startPlayback(user);
    const element = video();
    mockRefusal(playerCourse, 500, '服务暂时不可用');
    await act(() => refresh(client, { queryKey: ['player'] }));
    await waitFor(() => expect(requestsTo(playerCourse)).toHaveLength(2));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(video()).toBe(element);
    expect(screen.queryByText('加载失败')).toBeNull();
  });

  it('unlocks the next section as soon as this one is finished', async () => {
    const { user } = open();
    await startPlayback(user);
    expect(outline().queryByRole('link', { name: /第三节/ })).toBeNull();
    mockReply(playerBeat, sampleBeat({ section_status: 'finished', progress: 66 }));
    const open3 = { ...three[2]!, section_status: 'not_started' };
    mockReply(playerCourse, sampleCourse([three[0]!, three[1]!, open3], { progress: 66 }));
    await fireMediaEvent('pause');
    expect(await outline().findByRole('link', { name: /第三节/ })).toBeVisible();
    expect(screen.getAllByText('66%')[0]).toBeVisible();
    expect(screen.getByText('本节已学完')).toBeVisible();
  });
});

describe('the end of a section', () => {
  it('shows no success before the server has counted it, and links to what is missing', async () => {
    mockReply(playerCourse, sampleCourse([sampleSection()]));
    mockReply(
      playerBeat,
      sampleBeat({
        ranges: [
          [0, 30],
          [40, 60],
        ],
      }),
    );
    const { user } = open();
    await startPlayback(user);
    await endPlayback();
    expect(await screen.findByText('本节还没有学完')).toBeVisible();
    expect(screen.getAllByText('还需 0:07')).toHaveLength(2);
    expect(screen.queryByText('恭喜您学完最后一节')).toBeNull();
    await user.click(screen.getByRole('button', { name: '学习未学部分' }));
    expect(video().currentTime).toBe(30);
  });

  it('is reported again if the server could not count all of it at once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    mockReply(playerCourse, sampleCourse([sampleSection()]));
    mockReply(playerBeat, sampleBeat({ ranges: [[0, 50]] }));
    open();
    await startPlayback(userEvent.setup({ advanceTimers: vi.advanceTimersByTime }));
    await endPlayback();
    expect(await screen.findByText('本节还没有学完')).toBeVisible();
    mockReply(playerBeat, sampleBeat({ section_status: 'finished', ranges: [[0, 60]] }));
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(await screen.findByText('恭喜您学完最后一节')).toBeVisible();
    vi.useRealTimers();
  });
});

describe('the end of the course', () => {
  const onlyOne = [sampleSection()];
  const ended = async (change: Parameters<typeof sampleCourse>[1]) => {
    mockReply(playerCourse, sampleCourse(onlyOne, change));
    mockReply(playerBeat, sampleBeat({ section_status: 'finished', ranges: [[0, 60]] }));
    const { user } = open();
    await startPlayback(user);
    await endPlayback();
    const words = await screen.findByText('恭喜您学完最后一节');
    return within(words.closest<HTMLElement>('[data-overlay]')!);
  };

  it.each([
    ['参加考试', { exam_open: 'Y' as const, exam_action: 'can_start' }, '/player/C1/exam/online'],
    ['继续考试', { exam_open: 'Y' as const, exam_action: 'can_resume' }, '/player/C1/exam/online'],
    ['填写问卷', { survey_id: 'S9' }, '/player/C1/survey/S9'],
    [
      '11月24日 12:49 后可再次考试',
      {
        exam_open: 'Y' as const,
        exam_action: 'cooling',
        exam_from_ms: Date.UTC(2026, 10, 24, 4, 49),
      },
      '/player/C1/exam/online',
    ],
  ])('links onward in an overlay: %s', async (name, change, path) => {
    const panel = await ended(change);
    const way = panel.getByRole('link', { name });
    expect(way).toHaveAttribute('href', expect.stringContaining(path));
  });

  it("links to the learner's courses if nothing is left to do", async () => {
    const panel = await ended({});
    expect(panel.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      '查看我的课程',
    ]);
  });

  it('a section that does not count yet offers no next one', async () => {
    mockReply(playerCourse, sampleCourse([onlyOne[0]!, sampleSection({ section_id: 'S2' })]));
    const { user } = open();
    await startPlayback(user);
    await fireMediaEvent('ended');
    expect(screen.queryByRole('button', { name: '播放下一节' })).toBeNull();
  });
});

describe('leaving', () => {
  it('sends the last beat before the play ends', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false);
    const { user, unmount } = open();
    await startPlayback(user);
    await fireMediaEvent('play');
    await waitFor(() => expect(requestsTo(playerBeat)).toHaveLength(1));
    video().currentTime = 7;
    unmount();
    await waitFor(() => expect(requestsTo(playerLeave)).toHaveLength(1));
    expect(requestsTo(playerLeave)[0]?.body.play_token).toBe('play-1');
    expect(requestsTo(playerBeat).length).toBeGreaterThan(1);
  });
});
