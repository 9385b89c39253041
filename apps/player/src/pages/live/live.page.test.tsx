import type { DataOf } from '@cme/contract/base';
import { liveBeat, liveMessages, liveModerate, liveRoom, liveSay } from '@cme/contract/study';
import { mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { fireMediaEvent, mockPlayback, video } from '@cme/testing/media';
import { onlineManager } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.ts';

const presence: DataOf<typeof liveBeat> = {
  live_status: 'living',
  live_status_name: '直播中',
  live_action: 'enter',
  begin_ms: 0,
  finish_ms: 0,
  server_time: 0,
  on_air: 'Y',
  media_url: '/qm/live/pass/L1/index.m3u8',
  viewers: 12,
  attended_seconds: 75,
  capped: 'N',
};
const room = (change: Partial<DataOf<typeof liveRoom>> = {}): DataOf<typeof liveRoom> => ({
  ...presence,
  id: 'L1',
  title: '急救技能公开课',
  cover: '',
  teacher_name: '何建国',
  cancel_reason: '',
  watermark: '李晓梅 0001',
  has_ingest: 'Y',
  can_moderate: 'N',
  beat_seconds: 15,
  chat_seconds: 3,
  ...change,
});
const away = { on_air: 'N' as const, media_url: '' };
const message = {
  message_id: 'M1',
  user_name: '王**',
  is_mine: 'N' as const,
  is_staff: 'N' as const,
  text: '按压多深？',
  sent_ms: 0,
};
const open = () => renderPage('/player/L1/live', routes, { token: 'T1' });

beforeEach(() => {
  mockReply(liveRoom, room());
  mockReply(liveBeat, presence);
  mockReply(liveMessages, { version: '1', list: [message], chat_on: 'Y', muted: 'N' });
});

describe('a running live', () => {
  it('starts with one click, shows the participants and reports playback to the server', async () => {
    const play = mockPlayback(() => Promise.resolve());
    const { user } = open();
    expect(await screen.findByText('12 人在线')).toBeVisible();
    expect(screen.getByText('已计入学习 1:15')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '进入直播' }));
    expect(play).toHaveBeenCalledOnce();
    vi.spyOn(video(), 'paused', 'get').mockReturnValue(false);
    await fireMediaEvent('play');
    expect(screen.getByText('正在连接直播画面…')).toBeVisible();
    await waitFor(() => expect(requestsTo(liveBeat)).toHaveLength(2));
    expect(requestsTo(liveBeat).at(-1)?.body, 'nothing is visible yet').toMatchObject({
      playing: 'N',
    });
    vi.spyOn(video(), 'readyState', 'get').mockReturnValue(4);
    await fireMediaEvent('playing');
    expect(screen.queryByText('正在连接直播画面…')).toBeNull();
    await waitFor(() =>
      expect(requestsTo(liveBeat).at(-1)?.body).toMatchObject({ playing: 'Y', begins: 'Y' }),
    );
    await fireMediaEvent('play');
    await waitFor(() =>
      expect(requestsTo(liveBeat).at(-1)?.body).toMatchObject({ playing: 'Y', begins: 'N' }),
    );
  });

  it('resumes when its stream returns after an interruption', async () => {
    const play = mockPlayback(() => Promise.resolve());
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '进入直播' }));
    expect(play).toHaveBeenCalledOnce();
    mockReply(liveBeat, { ...presence, ...away });
    video().dispatchEvent(new Event('play'));
    expect(await screen.findByText('老师还没有开始直播，请稍候')).toBeVisible();
    mockReply(liveBeat, presence);
    await waitFor(() => expect(play).toHaveBeenCalledTimes(2), { timeout: 12_000 });
    expect(screen.queryByRole('button', { name: '进入直播' })).toBeNull();
  }, 30_000);

  it('takes newer addresses from its beats without loading the stream again', async () => {
    mockPlayback(() => Promise.resolve());
    const setSource = vi.spyOn(HTMLMediaElement.prototype, 'src', 'set');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '进入直播' }));
    await waitFor(() => expect(setSource).toHaveBeenCalledOnce());
    mockReply(liveBeat, { ...presence, media_url: '/qm/live/next-hour/C1/index.m3u8' });
    const count = requestsTo(liveBeat).length;
    await fireMediaEvent('play');
    await waitFor(() => expect(requestsTo(liveBeat).length).toBeGreaterThan(count));
    expect(setSource).toHaveBeenCalledOnce();
    // When the first one has ended.
    await fireMediaEvent('error');
    await waitFor(() =>
      expect(setSource).toHaveBeenLastCalledWith('/qm/live/next-hour/C1/index.m3u8'),
    );
    expect(screen.queryByText('直播画面加载失败')).toBeNull();
  });

  it('says that the learner studies elsewhere, and continues here on request', async () => {
    mockRefusal(liveBeat, 409, '您正在其他设备或页面学习', 'play_moved');
    const { user } = open();
    const takeOver = await screen.findByRole('button', { name: '在本页继续学习' });
    mockReply(liveBeat, presence);
    await user.click(takeOver);
    expect(requestsTo(liveBeat).at(-1)?.body).toMatchObject({ force: 'Y' });
    expect(await screen.findByRole('button', { name: '进入直播' })).toBeVisible();
  });

  it('stays stopped while the learner studies elsewhere, until it is taken over', async () => {
    mockPlayback(() => Promise.resolve());
    mockReply(liveRoom, room({ beat_seconds: 1 }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '进入直播' }));
    vi.spyOn(video(), 'paused', 'get').mockReturnValue(false);
    vi.spyOn(video(), 'readyState', 'get').mockReturnValue(4);
    mockRefusal(liveBeat, 409, '您正在其他设备或页面学习', 'play_moved');
    await fireMediaEvent('playing');
    expect(await screen.findByRole('button', { name: '在本页继续学习' })).toBeVisible();
    // The beats of a page that does not play are accepted.
    mockReply(liveBeat, presence);
    const count = requestsTo(liveBeat).length;
    await waitFor(() => expect(requestsTo(liveBeat).length).toBeGreaterThan(count + 1), {
      timeout: 5000,
    });
    expect(screen.getByRole('button', { name: '在本页继续学习' })).toBeVisible();
  }, 15_000);

  it('says that it is offline only until the network is back', async () => {
    mockRefusal(liveBeat, 503, '服务暂时不可用', 'unavailable');
    open();
    expect(await screen.findByText('网络已断开，恢复后继续计时')).toBeVisible();
    mockReply(liveBeat, presence);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText('网络已断开，恢复后继续计时')).toBeNull());
  });

  it('says that there will be no video if streaming is unavailable', async () => {
    mockReply(liveRoom, room({ ...away, has_ingest: 'N' }));
    mockReply(liveBeat, { ...presence, ...away });
    open();
    expect(await screen.findByText('本站没有接入直播推流服务，看不到画面')).toBeVisible();
    expect(await screen.findByText('按压多深？')).toBeVisible();
  });
});

describe('the chat', () => {
  it('sends a message once, and keeps it if it was rejected', async () => {
    mockRefusal(liveSay, 429, '发言过于频繁，请稍后再试', 'rate_limited');
    const { user } = open();
    const field = await screen.findByRole('textbox', { name: '发言' });
    await user.type(field, '听到了{Enter}');
    expect(await screen.findByText('发言过于频繁，请稍后再试')).toBeVisible();
    expect(field).toHaveValue('听到了');
    mockReply(liveSay, { message: { ...message, message_id: 'M2', text: '听到了' } });
    await user.click(screen.getByRole('button', { name: '发送' }));
    await waitFor(() => expect(field).toHaveValue(''));
  });

  it('keeps what is typed while a message is being sent', async () => {
    const reply = Promise.withResolvers<void>();
    mockReply(liveSay, async ({ body }) => {
      await reply.promise;
      return { message: { ...message, message_id: 'M2', text: body.text } };
    });
    const { user } = open();
    const field = await screen.findByRole('textbox', { name: '发言' });
    await user.type(field, '听到了{Enter}');
    await user.type(field, '谢谢老师');
    reply.resolve();
    await waitFor(() => expect(field).toHaveValue('谢谢老师'));
    expect(requestsTo(liveSay).map(({ body }) => body.text)).toEqual(['听到了']);
  });

  it('says that a message waits for the network, and sends it then', async () => {
    mockReply(liveSay, { message: { ...message, message_id: 'M2', text: '听到了' } });
    const { user } = open();
    const field = await screen.findByRole('textbox', { name: '发言' });
    onlineManager.setOnline(false);
    await user.type(field, '听到了{Enter}');
    expect(await screen.findByText('网络恢复后自动发送')).toBeVisible();
    expect(requestsTo(liveSay)).toEqual([]);
    onlineManager.setOnline(true);
    await waitFor(() => expect(field).toHaveValue(''));
    expect(requestsTo(liveSay)).toHaveLength(1);
  });

  it('keeps a message that is too long, says so, and sends nothing', async () => {
    const { user } = open();
    const field = await screen.findByRole('textbox', { name: '发言' });
    await user.click(field);
    await user.paste('按'.repeat(230));
    expect(field).toHaveValue('按'.repeat(230));
    expect(field).toHaveAccessibleDescription('最多 200 字，现在 230 字');
    expect(screen.getByRole('button', { name: '发送' })).toBeDisabled();
  });

  it('is moderated by teachers', async () => {
    mockReply(liveRoom, room({ can_moderate: 'Y' }));
    mockReply(liveModerate, { hidden: 'Y', muted: 'N' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '隐藏王**：按压多深？' }));
    expect(requestsTo(liveModerate).map(({ body }) => body)).toMatchObject([
      { message_id: 'M1', decision: 'hide' },
    ]);
  });

  it('lets a teacher undo muting somebody', async () => {
    mockReply(liveRoom, room({ can_moderate: 'Y' }));
    mockReply(liveModerate, ({ body }) => ({
      hidden: 'N' as const,
      muted: body.decision === 'mute' ? ('Y' as const) : ('N' as const),
    }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '禁言王**：按压多深？' }));
    await user.click(await screen.findByRole('button', { name: '取消禁言王**：按压多深？' }));
    expect(await screen.findByRole('button', { name: '禁言王**：按压多深？' })).toBeVisible();
    expect(requestsTo(liveModerate).map(({ body }) => body.decision)).toEqual(['mute', 'unmute']);
  });

  it('is closed for muted learners, who are told so, and keeps what they were typing', async () => {
    const { user } = open();
    await user.type(await screen.findByRole('textbox', { name: '发言' }), '还想问');
    const status = screen.getByRole('status', { name: '互动' });
    mockReply(liveMessages, { version: '1', list: [], chat_on: 'Y', muted: 'Y' });
    await waitFor(
      () => expect(status).toHaveTextContent('您已被禁言，不能发言，仍可观看直播并计入学习'),
      { timeout: 5000 },
    );
    expect(screen.queryByRole('textbox', { name: '发言' })).toBeNull();
    mockReply(liveMessages, { version: '1', list: [], chat_on: 'Y', muted: 'N' });
    const field = await screen.findByRole('textbox', { name: '发言' }, { timeout: 5000 });
    expect(field).toHaveValue('还想问');
    expect(status).toBeEmptyDOMElement();
  }, 15_000);
});

it.each([
  ['scheduled', { begin_ms: 90_061_000 }, '距开播 1天1小时1分1秒'],
  ['ended', {}, '直播已结束'],
  ['transcoding', {}, '视频转码中，敬请期待！'],
  ['canceled', { cancel_reason: '设备检修' }, '设备检修'],
] as const)('a live that is %s says so', async (liveStatus, change, text) => {
  mockReply(
    liveRoom,
    room({ ...away, live_status: liveStatus, server_time: Date.now(), ...change }),
  );
  open();
  if (liveStatus === 'scheduled') expect(await screen.findByText(/^距开播/)).toBeVisible();
  else expect((await screen.findAllByText(text))[0]).toBeVisible();
});

it('a live with a replay links to it', async () => {
  mockReply(liveRoom, room({ ...away, live_status: 'replay' }));
  open();
  expect((await screen.findByRole('link', { name: '观看回放' })).getAttribute('href')).toContain(
    '/player/L1/playback',
  );
});

it("a learner without access is linked to the live's page", async () => {
  mockRefusal(liveRoom, 400, '请先加入或购买该直播', 'not_owned');
  open();
  expect(await screen.findByRole('heading', { name: '您还没有加入这场直播' })).toBeVisible();
  expect(screen.getByRole('link', { name: '去看直播介绍' }).getAttribute('href')).toContain(
    '/item/live/L1/detail',
  );
});

it('a missing live says so and links to the courses of the learner', async () => {
  mockRefusal(liveRoom, 404, '没有找到该直播', 'not_found');
  open();
  expect(await screen.findByRole('heading', { name: '没有找到该直播' })).toBeVisible();
  expect(screen.getByText('链接可能已经失效，请从下面的页面重新进入。')).toBeVisible();
  const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: '查看我的课程' });
  expect(new URL(href).pathname).toBe('/user/learn');
});
