import { playerBeat, playerCourse, playerEnter, playerLeave } from '@cme/contract/study';
import { requestsTo, mockRefusal, renderPage, mockReply } from '@cme/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleCourse, sampleSection } from '../../../components/course.sample.ts';
import { routes } from '../../../routes.ts';
import { sampleBeat, sampleEntered } from '../play.sample.ts';
import { startPlayback, fireMediaEvent, mockPlayback, video } from '@cme/testing/media';

const sent = () => requestsTo(playerBeat).map(({ body }) => body);
let pause: ReturnType<typeof vi.spyOn>;
let isPaused = false;

async function playing(change: Parameters<typeof sampleEntered>[0] = {}) {
  mockReply(playerEnter, sampleEntered(change));
  const page = renderPage('/player/C1/play', routes, { token: 'T1' });
  await startPlayback(page.user);
  await fireMediaEvent('play');
  return page;
}

/** Plays up to a second. */
async function at(second: number) {
  video().currentTime = second;
  await fireMediaEvent('timeupdate');
}

beforeEach(() => {
  isPaused = false;
  mockPlayback(() => Promise.resolve());
  pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(() => isPaused);
  mockReply(playerCourse, sampleCourse([sampleSection()]));
  mockReply(playerBeat, sampleBeat());
  mockReply(playerLeave, {});
});
afterEach(() => vi.useRealTimers());

describe('the first study of a section', () => {
  it('cannot skip ahead, and says why', async () => {
    await playing();
    await at(1);
    video().currentTime = 40;
    await fireMediaEvent('seeking');
    expect(video().currentTime).toBe(1);
    expect(await screen.findByText('首次学习禁止快进，学完本节后可自由拖动')).toBeVisible();
  });

  it('cannot skip ahead without a seek event either', async () => {
    await playing();
    await at(1);
    await at(30);
    expect(video().currentTime).toBe(1);
  });

  it('can go back', async () => {
    await playing({ furthest: 30, resume_at: 30 });
    video().currentTime = 10;
    await fireMediaEvent('seeking');
    expect(video().currentTime).toBe(10);
    expect(screen.queryByText('首次学习禁止快进，学完本节后可自由拖动')).toBeNull();
  });

  it('plays at normal speed', async () => {
    await playing();
    video().playbackRate = 2;
    await fireMediaEvent('ratechange');
    expect(video().playbackRate).toBe(1);
    expect(await screen.findByText('首次学习请使用正常速度，学完本节后可倍速播放')).toBeVisible();
  });

  it('shows how much is still needed', async () => {
    mockReply(playerBeat, sampleBeat({ ranges: [[0, 20]] }));
    await playing();
    expect(await screen.findByText('还需 0:37')).toBeVisible();
  });
});

describe('a finished section', () => {
  const finished = { section_status: 'finished', ranges: [[0, 60]] as [number, number][] };

  it('allows seeking and any speed', async () => {
    mockReply(playerBeat, sampleBeat(finished));
    await playing(finished);
    video().currentTime = 40;
    await fireMediaEvent('seeking');
    expect(video().currentTime).toBe(40);
    video().playbackRate = 2;
    await fireMediaEvent('ratechange');
    expect(video().playbackRate).toBe(2);
    expect(screen.getByText('本节已学完')).toBeVisible();
  });
});

describe('by keyboard', () => {
  it('Space pauses and resumes', async () => {
    const { user } = await playing();
    expect(video()).toHaveFocus();
    await user.keyboard(' ');
    await waitFor(() => expect(pause).toHaveBeenCalledOnce());
  });

  it('the left arrow goes back ten seconds, the right one does nothing', async () => {
    const { user } = await playing({ furthest: 30, resume_at: 30 });
    await at(30);
    await user.keyboard('{ArrowRight}');
    expect(video().currentTime).toBe(30);
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(video().currentTime).toBe(20));
  });
});

describe('reports', () => {
  it('what was really played, when it pauses', async () => {
    await playing();
    for (const second of [1, 2, 3]) await at(second);
    await fireMediaEvent('pause');
    await waitFor(() => expect(sent().at(-1)?.spans).toEqual([[0, 3]]));
    expect(sent().at(-1)).toMatchObject({ position: 3, rate: 1, visible: true });
  });

  it('automatically while playing, and not while paused', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await playing();
    const before = sent().length;
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(sent()).toHaveLength(before + 1);
    isPaused = true;
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(sent()).toHaveLength(before + 1);
  });

  it('once online what was played offline', async () => {
    await playing();
    mockReply(playerBeat, () => Promise.reject(new TypeError('network')));
    await at(1);
    await fireMediaEvent('pause');
    expect(await screen.findByText('网络已断开，恢复后会自动补记学习进度')).toBeVisible();
    mockReply(playerBeat, sampleBeat({ ranges: [[0, 1]] }));
    await act(async () => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.queryByText(/网络已断开/)).toBeNull());
    expect(sent().at(-1)?.spans).toEqual([[0, 1]]);
  });

  it('when the page is closed', async () => {
    await playing();
    await at(1);
    const before = sent().length;
    await act(async () => void window.dispatchEvent(new Event('pagehide')));
    await waitFor(() => expect(sent().length).toBeGreaterThan(before));
    expect(sent().at(-1)?.spans).toEqual([[0, 1]]);
  });
});

describe('responses of the server', () => {
  it('the daily limit is shown, and playback continues', async () => {
    mockReply(playerBeat, sampleBeat({ capped: 'Y' }));
    await playing();
    expect(await screen.findByText(/今天计入的学习时长已达上限/)).toBeVisible();
    expect(pause).not.toHaveBeenCalled();
  });

  it('a missed check rewinds to where it began', async () => {
    await playing({ furthest: 30, resume_at: 30 });
    mockReply(playerBeat, sampleBeat({ rewind_to: 12, furthest: 12 }));
    await fireMediaEvent('pause');
    await waitFor(() => expect(video().currentTime).toBe(12));
  });

  it('playback pauses at the second of the next check', async () => {
    mockReply(playerBeat, sampleBeat({ next_check_at: 2 }));
    await playing();
    await waitFor(() => expect(sent()).toHaveLength(1));
    await act(async () => undefined);
    await at(1);
    expect(pause).not.toHaveBeenCalled();
    await at(2);
    expect(pause).toHaveBeenCalledOnce();
  });

  it('a lapsed play is entered again without a word, and later on request', async () => {
    const { user } = await playing();
    mockReply(playerEnter, sampleEntered({ play_token: 'play-2', furthest: 20, resume_at: 20 }));
    mockRefusal(playerBeat, 409, '学习已中断', 'play_lapsed');
    await fireMediaEvent('pause');
    await waitFor(() => expect(requestsTo(playerEnter)).toHaveLength(2));
    expect(requestsTo(playerEnter).at(-1)?.body.force).toBe('N');
    // It lapses again at once.
    expect(await screen.findByRole('dialog', { name: '学习已中断' })).toBeVisible();
    expect(requestsTo(playerEnter)).toHaveLength(2);
    mockReply(playerBeat, sampleBeat());
    await user.click(screen.getByRole('button', { name: '继续学习' }));
    await waitFor(() => expect(requestsTo(playerEnter)).toHaveLength(3));
  });

  it('after a lapse playback goes on where the server has counted', async () => {
    await playing();
    Object.assign(video(), { currentTime: 40 });
    mockReply(playerEnter, () => {
      mockReply(playerBeat, sampleBeat());
      return sampleEntered({ play_token: 'play-2', furthest: 25, resume_at: 25 });
    });
    mockRefusal(playerBeat, 409, '学习已中断', 'play_lapsed');
    await fireMediaEvent('pause');
    await waitFor(() => expect(video().currentTime).toBe(25));
    expect(screen.queryByRole('dialog')).toBeNull();
    await fireMediaEvent('play');
    await waitFor(() => expect(requestsTo(playerBeat).at(-1)?.body.play_token).toBe('play-2'));
  });
});

describe('a hidden page', () => {
  const hide = async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  };
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['Y', 1],
    ['N', 0],
  ] as const)('(pause_hidden %s) pauses %i times', async (rule, times) => {
    await playing({ rules: { ...sampleEntered().rules, pause_hidden: rule } });
    await hide();
    expect(pause).toHaveBeenCalledTimes(times);
  });
});
