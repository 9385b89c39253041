import {
  playerBeat,
  playerCheckAnswer,
  playerCourse,
  playerEnter,
  playerLeave,
  playerMedia,
} from '@cme/contract/study';
import { requestsTo, mockRefusal, renderPage, mockReply } from '@cme/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../../routes.ts';
import { sampleCourse, sampleSection } from '../../../components/course.sample.ts';
import { sampleBeat, sampleEntered, sampleLedger } from '../play.sample.ts';
import {
  canPlay,
  endPlayback,
  findPlayButton,
  mockPlayback,
  startPlayback,
  video,
  waitForPlayback,
} from '@cme/testing/media';

const two = [sampleSection(), sampleSection({ section_id: 'S2', title: '第二节' })];
const open = (address = '/player/C1/play') => renderPage(address, routes, { token: 'T1' });
beforeEach(() => {
  mockReply(playerCourse, sampleCourse(two));
  mockReply(playerEnter, ({ body }) =>
    sampleEntered({
      section_id: body.section_id,
      title: body.section_id === 'S2' ? '第二节' : '第一节',
    }),
  );
  mockReply(playerBeat, sampleBeat());
  mockReply(playerLeave, {});
});

describe('the time next to the controls', () => {
  const readTime = () => document.querySelector('[data-time]')?.textContent;

  it('starts at the resume position', async () => {
    mockPlayback(() => new Promise(() => undefined));
    mockReply(playerEnter, sampleEntered({ resume_at: 41 }));
    open();
    await findPlayButton('继续播放');
    await waitFor(() => expect(readTime()).toBe('0:41 / 1:00'), { timeout: 5000 });
  });

  it('is the duration of the catalogue before the video has loaded, and until its end', async () => {
    mockPlayback(() => Promise.resolve());
    const { user } = open();
    await startPlayback(user);
    await waitFor(() => expect(readTime()).toBe('0:00 / 1:00'));
    // The file is a little shorter than the catalogue says.
    vi.spyOn(video(), 'duration', 'get').mockReturnValue(59.96);
    video().currentTime = 59.4;
    await act(() => void fireEvent(video(), new Event('timeupdate')));
    expect(readTime()).toBe('0:59 / 1:00');
    video().currentTime = 59.96;
    await endPlayback();
    expect(readTime()).toBe('1:00 / 1:00');
  });
});

describe('the overlay of the video', () => {
  it('shows the section, its position and its duration, and one action', async () => {
    open();
    expect(await screen.findByText('时长 1:00')).toBeVisible();
    expect(screen.getByText('第 1 节，共 2 节')).toBeVisible();
    expect(screen.getByRole('button', { name: '开始播放' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: '从头播放' })).toBeNull();
  });

  it('loads no media before the user presses play, then shows a loading state', async () => {
    mockPlayback(() => Promise.resolve());
    const setSource = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set');
    const { user } = open();
    const button = await findPlayButton();
    expect(video().preload).toBe('none');
    await canPlay();
    expect(setSource).not.toHaveBeenCalled();
    await user.click(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    await waitFor(() => expect(setSource).toHaveBeenCalledWith(sampleEntered().media_url));
  });

  it('resumes without a second seek, and moves the focus to the video', async () => {
    const play = mockPlayback(() => Promise.resolve());
    mockReply(playerEnter, sampleEntered({ resume_at: 41 }));
    const { user } = open();
    expect(await screen.findByText('上次学到 0:41，共 1:00')).toBeVisible();
    await startPlayback(user, '继续播放');
    expect(video().currentTime).toBe(41);
    expect(play).toHaveBeenCalledOnce();
    expect(video()).toHaveFocus();
    expect(screen.queryByRole('button', { name: '继续播放' })).toBeNull();
  });

  it('can restart from the beginning', async () => {
    mockPlayback(() => Promise.resolve());
    mockReply(playerEnter, sampleEntered({ resume_at: 41 }));
    const { user } = open();
    await user.click(await findPlayButton('从头播放'));
    await waitForPlayback();
    expect(video().currentTime).toBe(0);
  });

  it('returns if the browser requires another user gesture', async () => {
    mockPlayback(() => Promise.reject(new DOMException('touch first', 'NotAllowedError')));
    const { user } = open();
    await startPlayback(user);
    expect(await screen.findByRole('button', { name: '开始播放' })).toBeVisible();
  });
});

describe('autoplay after a click', () => {
  it('播放下一节 reuses the element, which a user gesture has unlocked for sound', async () => {
    const play = mockPlayback(() => Promise.resolve());
    mockReply(playerBeat, sampleBeat({ section_status: 'finished', ranges: [[0, 60]] }));
    const { user } = open();
    await startPlayback(user);
    const element = video();
    await endPlayback();
    await user.click(await screen.findByRole('button', { name: '播放下一节' }));
    await waitFor(() =>
      expect(requestsTo(playerEnter).map(({ body }) => body.section_id)).toEqual(['S1', 'S2']),
    );
    await screen.findByRole('heading', { level: 2, name: '第二节' });
    await waitFor(() => expect(document.querySelector('video')).toBe(element));
    await waitForPlayback();
    expect(play).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('button', { name: '开始播放' })).toBeNull();
  });

  it('在本页继续学习 continues where the other page was', async () => {
    const play = mockPlayback(() => Promise.resolve());
    const { user } = open();
    await findPlayButton();
    mockRefusal(playerBeat, 409, '您已在其他设备或页面学习，本页面已暂停', 'play_moved');
    await startPlayback(user);
    act(() => void fireEvent(video(), new Event('play')));
    const takeOver = await screen.findByRole('button', { name: '在本页继续学习' });
    mockReply(playerEnter, sampleEntered({ play_token: 'play-2', resume_at: 35, took_over: 'Y' }));
    mockReply(playerBeat, sampleBeat());
    await user.click(takeOver);
    await waitFor(() =>
      expect(requestsTo(playerEnter).at(-1)?.body).toEqual({ section_id: 'S1', force: 'Y' }),
    );
    await waitForPlayback();
    expect(play).toHaveBeenCalledTimes(2);
    expect(video().currentTime).toBe(35);
    expect(screen.queryByRole('button', { name: '继续播放' })).toBeNull();
  });
});

describe('while playing', () => {
  it('a presence check pauses the video, leaves full screen and is answered', async () => {
    const leave = vi.fn<() => Promise<void>>(() => Promise.resolve());
    Object.assign(document, { exitFullscreen: leave });
    Object.defineProperty(document, 'fullscreenElement', {
      configurable: true,
      get: () => document.body,
    });
    mockPlayback(() => Promise.resolve());
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
    mockReply(
      playerBeat,
      sampleBeat({ open_check: { check_id: 'K1', kind: 'click', seconds: 60 } }),
    );
    mockReply(playerCheckAnswer, sampleLedger());
    const { user } = open();
    await startPlayback(user);
    act(() => void fireEvent(video(), new Event('play')));
    const dialog = await screen.findByRole('dialog', { name: '学习确认' });
    expect(pause).toHaveBeenCalled();
    expect(leave).toHaveBeenCalled();
    await user.click(within(dialog).getByRole('button', { name: '继续学习' }));
    await waitFor(() =>
      expect(requestsTo(playerCheckAnswer).map(({ body }) => body)).toEqual([
        { play_token: 'play-1', check_id: 'K1', attempt: 0 },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    Reflect.deleteProperty(document, 'fullscreenElement');
  });

  /** The browser that plays HLS by itself says that the video cannot be loaded. */
  const failToLoad = () => act(() => void fireEvent(video(), new Event('error')));
  const mockFreshUrl = (mediaUrl: string) =>
    mockReply(playerMedia, { media_url: mediaUrl, media_expire_at: '2026-11-22 13:00:00' });

  it('a failing video gets a new URL before anything is said, and goes on', async () => {
    const play = mockPlayback(() => Promise.resolve());
    const setSource = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set');
    vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false);
    mockFreshUrl('/qm/media/fresh/v1/index.m3u8');
    const { user } = open();
    await startPlayback(user);
    Object.assign(video(), { currentTime: 12 });
    failToLoad();
    await waitFor(() =>
      expect(setSource).toHaveBeenLastCalledWith('/qm/media/fresh/v1/index.m3u8'),
    );
    expect(screen.queryByText('视频加载失败')).toBeNull();
    await canPlay();
    expect(video().currentTime).toBe(12);
    expect(play).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['the new URL fails, too', () => mockFreshUrl('/qm/media/fresh/v1/index.m3u8'), 'fresh'],
    ['no new URL is returned', () => mockRefusal(playerMedia, 503, '系统繁忙'), 'pass'],
  ])('a failing video can be reloaded if %s', async (_, answer, pass) => {
    const play = mockPlayback(() => Promise.resolve());
    const setSource = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set');
    answer();
    const { user } = open();
    await startPlayback(user);
    Object.assign(video(), { currentTime: 12 });
    failToLoad();
    await waitFor(() => expect(setSource).toHaveBeenCalledTimes(2));
    failToLoad();
    await user.click(await screen.findByRole('button', { name: '重试' }));
    await waitFor(() => expect(setSource).toHaveBeenCalledTimes(3));
    expect(setSource).toHaveBeenLastCalledWith(`/qm/media/${pass}/v1/index.m3u8`);
    expect(screen.queryByText('视频加载失败')).toBeNull();
    await waitForPlayback();
    expect(play).toHaveBeenCalledTimes(2);
    expect(video().currentTime).toBe(12);
  });

  it('a video that plays again covers its failure', async () => {
    mockPlayback(() => Promise.resolve());
    mockRefusal(playerMedia, 503, '系统繁忙');
    const { user } = open();
    await startPlayback(user);
    failToLoad();
    await waitFor(() => expect(requestsTo(playerMedia)).toHaveLength(1));
    failToLoad();
    expect(await screen.findByText('视频加载失败')).toBeVisible();
    await canPlay();
    await waitFor(() => expect(screen.queryByText('视频加载失败')).toBeNull());
  });

  it.each([
    ['您已在其他设备或页面学习，本页面已暂停', 409, 'play_moved', '已在别处学习'],
    ['登录已失效', 401, 'need_login', '提示'],
  ])('says %s instead of a failing video', async (message, status, code, title) => {
    mockPlayback(() => Promise.resolve());
    mockRefusal(playerMedia, status, message, code);
    const { user } = open();
    await startPlayback(user);
    failToLoad();
    await waitFor(() => expect(requestsTo(playerMedia)).toHaveLength(1));
    failToLoad();
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
    expect(screen.queryByText('视频加载失败')).toBeNull();
  });

  it('says why a speed is not offered before the section is finished', async () => {
    mockPlayback(() => Promise.resolve());
    const { user } = open();
    await startPlayback(user);
    const speed = await screen.findByRole('combobox', { name: '倍速' });
    await user.selectOptions(speed, '1.5 倍（学完本节后可用）');
    expect(await screen.findByText('首次学习请使用正常速度，学完本节后可倍速播放')).toBeVisible();
    expect([video().playbackRate, (speed as HTMLSelectElement).value]).toEqual([1, '1']);
  });
});

describe('the captions', () => {
  const withCaptions = () => {
    const track = { kind: 'captions', mode: 'disabled' };
    const tracks = Object.assign(new EventTarget(), {
      length: 1,
      *[Symbol.iterator]() {
        yield track;
      },
    });
    vi.spyOn(HTMLMediaElement.prototype, 'textTracks', 'get').mockReturnValue(tracks as never);
    mockPlayback(() => Promise.resolve());
    mockReply(playerEnter, sampleEntered({ subtitles_url: '/zh.vtt' }));
    return track;
  };

  it('are chosen from a menu, in a size, and kept on the device with the speed', async () => {
    const track = withCaptions();
    const { user } = open();
    await startPlayback(user);
    await user.selectOptions(await screen.findByRole('combobox', { name: '字幕' }), '中文（大）');
    expect([track.mode, video().dataset['captions']]).toEqual(['showing', 'large']);
    await user.selectOptions(screen.getByRole('combobox', { name: '倍速' }), '0.75 倍');
    expect(localStorage.getItem('cme_playback')).toBe('{"rate":0.75,"captions":"large"}');
    await user.selectOptions(screen.getByRole('combobox', { name: '字幕' }), '关闭字幕');
    expect(track.mode).toBe('disabled');
  });

  it('and the speed are as chosen before, the speed within what the section allows', async () => {
    const track = withCaptions();
    const { user } = open();
    localStorage.setItem('cme_playback', '{"rate":2,"captions":"small"}');
    await startPlayback(user);
    expect(await screen.findByRole('combobox', { name: '字幕' })).toHaveValue('small');
    expect([track.mode, video().playbackRate]).toEqual(['showing', 1]);
  });

  it('are not offered where there are none', async () => {
    mockPlayback(() => Promise.resolve());
    const { user } = open();
    await startPlayback(user);
    await screen.findByRole('combobox', { name: '倍速' });
    expect(screen.queryByRole('combobox', { name: '字幕' })).toBeNull();
  });
});

describe('during a refund review', () => {
  it.each([
    [true, '撤回退款申请后即可继续学习，已有的进度都会保留。'],
    [false, '该课程正在退款，不能继续学习。'],
  ])(
    'study is suspended (withdrawable: %s), with a link to the order',
    async (canWithdraw, hint) => {
      mockReply(
        playerCourse,
        sampleCourse(two, {
          learn_status: 'suspended',
          suspension: { refund_no: 'R1', order_code: 'O1', can_withdraw: canWithdraw },
        }),
      );
      open();
      expect(await screen.findByText('退款申请处理中，学习已暂停')).toBeVisible();
      expect(screen.getByText(hint)).toBeVisible();
      expect(screen.getByRole('link', { name: '查看订单' })).toHaveAttribute(
        'href',
        'http://user.cme.localhost:8080/user/order?show=detail&code=O1',
      );
      expect(requestsTo(playerEnter)).toHaveLength(0);
    },
  );

  it('that began meanwhile, playback stops', async () => {
    mockPlayback(() => Promise.resolve());
    const { user } = open();
    await findPlayButton();
    mockRefusal(playerBeat, 400, '该课程的退款申请正在处理，学习已暂停。', 'refund_pending');
    mockReply(
      playerCourse,
      sampleCourse(two, {
        learn_status: 'suspended',
        suspension: { refund_no: 'R1', order_code: 'O1', can_withdraw: true },
      }),
    );
    await startPlayback(user);
    act(() => void fireEvent(video(), new Event('play')));
    expect(await screen.findByRole('link', { name: '查看订单' })).toBeVisible();
  });
});

describe('the link below the video', () => {
  it.each([
    ['study:now exam:later certificate:later', {}, ['学习0%', '考试未开始', '证书未开始']],
    [
      'study:done exam:now certificate:later',
      { exam_open: 'Y' as const, exam_action: 'can_start' },
      ['学习已完成', '考试待参加', '证书未开始'],
    ],
    [
      'study:done exam:now certificate:later',
      { exam_open: 'Y' as const, exam_action: 'can_resume' },
      ['学习已完成', '考试进行中', '证书未开始'],
    ],
    [
      'study:done exam:now survey:later',
      {
        exam_open: 'Y' as const,
        exam_action: 'cooling',
        exam_from_ms: Date.UTC(2026, 10, 24, 4, 49),
      },
      ['学习已完成', '考试11月24日 12:49 后可再次考试', '问卷未开始'],
    ],
    ['study:done exam:failed', {}, ['学习已完成', '考试次数已用完']],
    ['study:done survey:done certificate:done', {}, ['学习已完成', '问卷已完成', '证书已完成']],
  ])('%s', async (steps, change, said) => {
    const way = steps
      .split(' ')
      .map((item) => ({ step: item.split(':')[0]!, state: item.split(':')[1]! }));
    mockReply(playerCourse, sampleCourse(two, { way, ...change }));
    open();
    const list = await screen.findByRole('list', { name: '学习进程' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((step) => step.textContent),
    ).toEqual(said);
  });

  it('shows from when the exam is available, also on the button that links to it', async () => {
    mockReply(
      playerCourse,
      sampleCourse(two, {
        exam_open: 'Y',
        exam_action: 'not_open',
        exam_from_ms: Date.UTC(2026, 10, 24, 4, 49),
        way: [
          { step: 'study', state: 'done' },
          { step: 'exam', state: 'now' },
        ],
      }),
    );
    open();
    expect(
      await screen.findByRole('link', { name: '11月24日 12:49 后可参加考试' }),
    ).toHaveAttribute('href', expect.stringContaining('/player/C1/exam/online'));
    expect(screen.queryByRole('link', { name: '参加考试' })).toBeNull();
  });
});
