import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { logout } from '@cme/contract/person';
import {
  learnJoin,
  learnSummary,
  liveBeat,
  liveDetail,
  liveEnd,
  liveEnter,
  liveKey,
  liveMessages,
  liveModerate,
  liveRoom,
  liveSay,
  playerBeat,
  playerCourse,
  playerEnter,
} from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchedAll } from '../../../../test/fetched.ts';
import { newLive } from '../../../../test/items.ts';
import { type Learner, newCourse, newLearner, signInAgain } from '../../../../test/learner.ts';
import { rawStatus } from '../../../../test/raw-status.ts';
import { startTestApi, type TestApi } from '../../../../test/test-api.ts';
import { requireFfmpeg } from '../../../../../../tools/programs/ffmpeg.ts';
import { completion } from '../../../credits/certificate/issuing/completion.action.ts';
import { user } from '../../../person/identity/identity.tables.ts';
import { ingestSecret, liveFolders } from '../../../platform/settings/live-ingest.ts';
import { learning } from '../../learning/learning.tables.ts';
import { countedMs } from '../live.rules.ts';
import { live as liveTable } from '../live.tables.ts';
import { makeReplay, startReplays } from '../stream/replay.job.ts';
import { refusal } from '../../../../test/refusal.ts';

describe('attendance at a live', () => {
  const at = (seconds: number) => new Date(1_000_000_000_000 + seconds * 1000);
  const there = { playing: true, onAir: true };
  it.each([
    [15, there, 15_000],
    [19, there, 19_000],
    [40, there, 20_000],
    [46, there, 0],
    [-3, there, 0],
    [15, { playing: false, onAir: true }, 0],
    [15, { playing: true, onAir: false }, 0],
  ])('%i seconds after the previous beat, %o, counts %i', (seconds, how, counted) => {
    expect(countedMs(at(0), at(seconds), how)).toBe(counted);
  });
});

describe('a live room', () => {
  let api: TestApi;
  let learner: Learner;
  let other: Learner;
  let teacher: Learner;
  beforeAll(async () => {
    api = await startTestApi({ settings: { liveRtmp: 'rtmp://127.0.0.1/live' } });
    [learner, other, teacher] = [
      await newLearner(api),
      await newLearner(api),
      await newLearner(api),
    ];
    await api.db
      .update(user)
      .set({ roles: ['course_teacher'] })
      .where(eq(user.user_id, teacher.user_id));
  });
  afterAll(() => api.close());

  /** A running live with a participant. */
  async function running(minutes = 60) {
    const begin_at = new Date(api.clock.now().getTime() - 60_000);
    const { id } = await newLive(api, {
      begin_at,
      finish_at: new Date(begin_at.getTime() + minutes * 60_000),
    });
    await api.send(liveEnter, { id }, learner);
    return id;
  }
  const sendIngestEvent = async (event: string, said: Record<string, string>, secret?: string) => {
    const path = `${secret ?? ingestSecret(api.context.settings)}/${event}`;
    const answer = await fetch(`${api.url}/qm/ingest/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ app: 'live', addr: '127.0.0.1', ...said }).toString(),
    });
    return answer.status;
  };
  /** As sent by the ingest with the teacher's key. */
  async function fetchStreamKey(id: string): Promise<{ name: string; key: string }> {
    const { stream_key } = await api.send(liveKey, { id }, teacher);
    return { name: id, key: new URLSearchParams(stream_key.split('?')[1]).get('key') ?? '' };
  }
  /** What a page does all the time while it plays: it fetches parts of the stream. */
  async function receive(
    id: string,
    who = learner,
    file = '1.ts',
    headers: Record<string, string> = {},
  ): Promise<number> {
    const folder = join(liveFolders(api.context.settings).hls, id);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, file), 'picture and sound');
    const { media_url } = await api.send(liveRoom, { id }, who);
    const path = new URL(media_url, api.url).pathname.replace('index.m3u8', file);
    return rawStatus(api.url + path, headers);
  }
  const fetchLiveStatus = async (id: string) => (await api.send(liveDetail, { id })).live_status;

  it('accepts streams only with a key of ours, and tracks them from start to end', async () => {
    const begin_at = new Date(api.clock.now().getTime() + 20 * 60_000);
    const { id } = await newLive(api, {
      begin_at,
      finish_at: new Date(begin_at.getTime() + 60 * 60_000),
    });
    const foreign = await fetchStreamKey(await running());
    const said = await fetchStreamKey(id);
    expect(await sendIngestEvent('publish', { ...said, key: `${said.key}x` })).toBe(403);
    expect(await sendIngestEvent('publish', { name: id, key: foreign.key })).toBe(403);
    expect(await sendIngestEvent('publish', said, 'guessed')).toBe(404);
    expect(await fetchLiveStatus(id)).toBe('scheduled');
    expect(await sendIngestEvent('publish', said)).toBe(204);
    expect(await fetchLiveStatus(id)).toBe('living');
    api.clock.pass(10_000);
    expect(await sendIngestEvent('update', said)).toBe(204);
    // The connection broke: it may reconnect before the planned end.
    expect(await sendIngestEvent('publish_done', said)).toBe(204);
    expect(await fetchLiveStatus(id)).toBe('scheduled');
    api.clock.set(begin_at);
    expect(await sendIngestEvent('publish', said)).toBe(204);
    await api.send(liveEnd, { id }, teacher);
    await api.send(liveEnd, { id }, teacher);
    expect(await fetchLiveStatus(id)).toBe('ended');
    expect(await sendIngestEvent('update', said), 'is cut').toBe(403);
    expect(await sendIngestEvent('publish', said), 'does not begin again').toBe(403);
    expect(api.logged()).not.toContain(said.key);
  });

  it('counts attendance by server time, once for all pages, and in one place', async () => {
    const id = await running();
    const said = await fetchStreamKey(id);
    await sendIngestEvent('publish', said);
    const beat = (playing: 'Y' | 'N' = 'Y') => api.send(liveBeat, { id, playing }, learner);
    expect(await beat()).toMatchObject({ attended_seconds: 0, viewers: 1, on_air: 'Y' });
    expect(await receive(id)).toBe(200);
    api.clock.pass(15_000);
    await sendIngestEvent('update', said);
    expect(await beat()).toMatchObject({ attended_seconds: 15 });
    expect(await beat(), 'a second page').toMatchObject({ attended_seconds: 15 });
    api.clock.pass(15_000);
    expect(await beat('N'), 'paused').toMatchObject({ attended_seconds: 15 });
    expect(await api.send(learnSummary, {}, learner)).toMatchObject({ today_seconds: 15 });
    api.clock.pass(60_000);
    expect(await beat()).toMatchObject({ attended_seconds: 15, on_air: 'N' });
    await api.send(playerEnter, { section_id: await joinAndGetSection(learner) }, learner);
    await sendIngestEvent('update', said);
    expect(await refusal(beat())).toBe('play_moved');
    expect(await refusal(api.send(liveBeat, { id, playing: 'Y', force: 'Y' }, learner))).toBe(
      'accepted',
    );
  });
  it('ends a play of the same session, as a section does; that of another session asks first', async () => {
    const id = await running();
    const section_id = await joinAndGetSection(learner);
    const begin = () => api.send(liveBeat, { id, playing: 'Y', begins: 'Y' }, learner);
    await api.send(playerEnter, { section_id }, learner);
    expect(await refusal(begin())).toBe('accepted');
    const elsewhere = { token: await signInAgain(api, { ...learner, site_id: 'main' }) };
    await api.send(playerEnter, { section_id, force: 'Y' }, elsewhere);
    expect(await refusal(begin())).toBe('play_moved');
  });
  describe('a learner in two places at once', () => {
    /** A live with a stream, and the beats of a page in it. */
    async function watching(who: Learner) {
      const id = await running();
      await api.send(liveEnter, { id }, who);
      const said = await fetchStreamKey(id);
      await sendIngestEvent('publish', said);
      return {
        id,
        update: () => sendIngestEvent('update', said),
        receive: () => receive(id, who),
        beat: (begins: 'Y' | 'N' = 'N', as = who) =>
          api.send(liveBeat, { id, playing: 'Y', begins }, as),
      };
    }
    const today = async (who: Learner) => (await api.send(learnSummary, {}, who)).today_seconds;

    it('is credited for one of two lives, and the page of the other one is told', async () => {
      const who = await newLearner(api);
      const [first, second] = [await watching(who), await watching(who)];
      await first.receive();
      await first.beat('Y');
      api.clock.pass(15_000);
      await Promise.all([first, second].map(async (live) => live.update()));
      await Promise.all([first.receive(), second.receive()]);
      expect(await first.beat()).toMatchObject({ attended_seconds: 15 });
      expect(await refusal(second.beat())).toBe('play_moved');
      expect(await second.beat('Y'), 'begins here').toMatchObject({ attended_seconds: 0 });
      api.clock.pass(15_000);
      await Promise.all([first.receive(), second.receive()]);
      expect(await refusal(first.beat())).toBe('play_moved');
      expect(await second.beat()).toMatchObject({ attended_seconds: 15 });
      expect(await today(who)).toBe(30);
    });

    it('is credited for one of two lives that report at the same moment', async () => {
      const who = await newLearner(api);
      const pages = [await watching(who), await watching(who)];
      for (let round = 0; round < 4; round += 1) {
        await Promise.all(
          pages.flatMap(({ update, receive: fetchPart }) => [update(), fetchPart()]),
        );
        await Promise.all(pages.map(({ beat }) => beat('Y')));
        api.clock.pass(15_000);
      }
      expect(await today(who)).toBeLessThanOrEqual(45);
    });

    it.each(['video', 'pdf'] as const)('is credited for a live or a %s', async (kind) => {
      const who = await newLearner(api);
      const course = await newCourse(api, { kind, lengths: [60], pages: kind === 'pdf' ? 2 : 0 });
      await api.send(learnJoin, { id: course.id }, who);
      const live = await watching(who);
      await live.receive();
      await live.beat('Y');
      api.clock.pass(15_000);
      await live.receive();
      await live.beat();
      const { play_token } = await api.send(playerEnter, { section_id: course.sections[0]! }, who);
      await fetchedAll(api.db, play_token);
      const report = (seq: number, spans: [number, number][]) =>
        api.send(
          playerBeat,
          { play_token, seq, spans, position: 0, rate: 1, visible: true, at: 0 },
          who,
        );
      await report(1, []);
      expect(await refusal(live.beat())).toBe('play_moved');
      api.clock.pass(15_000);
      await live.update();
      await live.receive();
      expect(await refusal(live.beat())).toBe('play_moved');
      expect(await report(2, [[0, 15]])).toMatchObject({ accepted_seconds: 15 });
      expect(await live.beat('Y'), 'goes back').toMatchObject({ attended_seconds: 15 });
      expect(await refusal(report(3, []))).toBe('play_moved');
      expect(await today(who)).toBe(30);
    });

    it('is credited for nothing that was not fetched', async () => {
      const who = await newLearner(api);
      const live = await watching(who);
      for (let round = 0; round < 3; round += 1) {
        expect(await live.beat('Y')).toMatchObject({ attended_seconds: 0 });
        api.clock.pass(15_000);
        await live.update();
      }
      const list = (await api.send(liveRoom, { id: live.id }, who)).media_url;
      await fetch(api.url + list);
      expect(await receive(live.id, who, '1.ts', { 'if-none-match': '*' })).toBe(304);
      expect(await receive(live.id, who, '1.ts', { range: 'bytes=0-3' })).toBe(206);
      expect(await live.beat(), 'nothing of the stream').toMatchObject({ attended_seconds: 0 });
      await live.receive();
      api.clock.pass(15_000);
      await live.update();
      expect(await live.beat()).toMatchObject({ attended_seconds: 15 });
      api.clock.pass(20_000);
      await live.update();
      expect(await live.beat(), 'nothing for half a minute').toMatchObject({
        attended_seconds: 15,
      });
    });
  });

  it('serves its stream until the session or the enrolment ends, and to no other session', async () => {
    const who = await newLearner(api);
    const id = await running();
    await api.send(liveEnter, { id }, who);
    await sendIngestEvent('publish', await fetchStreamKey(id));
    expect(await receive(id, who)).toBe(200);
    const { media_url } = await api.send(liveRoom, { id }, who);
    const address = api.url + media_url.replace('index.m3u8', '1.ts');
    const set = (suspension: '' | 'refund_pending') =>
      api.db.update(learning).set({ suspension }).where(eq(learning.user_id, who.user_id));
    await set('refund_pending');
    expect((await fetch(address)).status).toBe(403);
    await set('');
    expect((await fetch(address)).status).toBe(200);
    await api.send(logout, {}, who);
    expect((await fetch(address)).status).toBe(403);
  });

  async function joinAndGetSection(person: Learner): Promise<string> {
    const course = await newCourse(api);
    await api.send(learnJoin, { content_type: 'C', id: course.id }, person);
    return course.sections[0]!;
  }

  it('has a chat, moderated by teachers alone', async () => {
    const id = await running();
    const said = (text: string, requestId: string, person = learner) =>
      api.send(liveSay, { id, text, request_id: requestId }, person);
    const { message } = await said('老师好', 'request-1');
    expect((await said('老师好', 'request-1')).message.message_id).toBe(message.message_id);
    expect(await refusal(said('我能进吗', 'request-2', other))).toBe('not_owned');
    const messages = (learner: Learner, known = '') =>
      api.send(liveMessages, { id, known }, learner);
    const { list, version } = await messages(learner);
    expect(list).toEqual([expect.objectContaining({ text: '老师好', is_mine: 'Y' })]);
    expect((await messages(learner, version)).list).toBeUndefined();
    const decide = (decision: 'hide' | 'show' | 'mute' | 'unmute', learner: Learner) =>
      api.send(liveModerate, { message_id: message.message_id, decision }, learner);
    expect(await refusal(decide('hide', learner))).toBe('not_allowed');
    expect(await decide('hide', teacher)).toEqual({ hidden: 'Y', muted: 'N' });
    expect((await messages(learner, version)).list).toEqual([]);
    const { message: second } = await said('听得清楚', 'request-2');
    const before = await messages(learner);
    // One is shown and another hidden between two requests.
    api.clock.pass(1000);
    await decide('show', teacher);
    await api.send(liveModerate, { message_id: second.message_id, decision: 'hide' }, teacher);
    expect((await messages(learner, before.version)).list).toEqual([
      expect.objectContaining({ text: '老师好' }),
    ]);
    await decide('mute', teacher);
    expect(await refusal(said('还有问题', 'request-3'))).toBe('live_muted');
    expect(await messages(learner)).toMatchObject({ muted: 'Y' });
    await decide('unmute', teacher);
    expect(await refusal(said('还有问题', 'request-3'))).toBe('accepted');
    for (let n = 0; n < 11; n += 1) await refusal(said(`第${n}条`, `request-more-${n}`));
    expect(await refusal(said('太多了', 'request-last'))).toBe('rate_limited');
  });

  it('takes twelve messages a minute of a person, however many arrive at once', async () => {
    const id = await running();
    const sendChat = (index: number, person: Learner) =>
      refusal(
        api.send(
          liveSay,
          { id, text: `第${index}条`, request_id: `request-race-${index}` },
          person,
        ),
      );
    const replies = await Promise.all(Array.from({ length: 100 }, (_, n) => sendChat(n, learner)));
    expect(replies.filter((reply) => reply === 'accepted')).toHaveLength(12);
    expect(replies.filter((reply) => reply === 'rate_limited')).toHaveLength(88);
    expect((await api.send(liveMessages, { id, known: '' }, learner)).list).toHaveLength(12);
    api.clock.pass(60_000);
    expect(await sendChat(1000, learner)).toBe('accepted');
  });

  it('becomes a replay of its recordings, already completed for those who attended', async () => {
    // A person without another play.
    learner = await newLearner(api);
    const id = await running(2);
    const name = 'recorded.flv';
    const { recordings } = liveFolders(api.context.settings);
    mkdirSync(recordings, { recursive: true });
    const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=5:duration=12'];
    const sound = ['-f', 'lavfi', '-i', 'sine=duration=12', '-c:v', 'libx264', '-c:a', 'aac'];
    execFileSync(requireFfmpeg(), ['-v', 'error', ...picture, ...sound, join(recordings, name)]);
    const said = await fetchStreamKey(id);
    await sendIngestEvent('publish', said);
    await api.send(liveBeat, { id, playing: 'Y' }, learner);
    await receive(id);
    api.clock.pass(15_000);
    await sendIngestEvent('update', said);
    await api.send(liveBeat, { id, playing: 'Y' }, learner);
    await sendIngestEvent('publish_done', said);
    await sendIngestEvent('record_done', { ...said, path: `/anywhere/${name}` });
    await startReplays(api.context);
    expect(await fetchLiveStatus(id)).toBe('transcoding');
    await makeReplay(api.context, completion, id);
    await makeReplay(api.context, completion, id).catch(() => undefined);
    expect(await api.send(liveDetail, { id }, learner)).toMatchObject({
      live_status: 'replay',
      live_action: 'replay',
      replay_seconds: 12,
    });
    const course = await api.send(playerCourse, { course_id: id }, learner);
    expect(course.chapters.flatMap(({ sections }) => sections)).toMatchObject([
      { seconds: 12, section_status: 'finished' },
    ]);
    const { section_id } = course.chapters.flatMap(({ sections }) => sections)[0]!;
    const { media_url } = await api.send(playerEnter, { section_id }, learner);
    const list = await fetch(api.url + new URL(media_url, api.url).pathname);
    expect(await list.text()).toMatch(/#EXT-X-STREAM-INF:BANDWIDTH=\d+\nvideo\.m3u8/);
    const [row] = await api.db.select().from(liveTable).where(eq(liveTable.content_id, id));
    expect(row?.ended_at).not.toBeNull();
  });

  it('serves video to those who have access, while there is a stream', async () => {
    const id = await running();
    expect(await refusal(api.send(liveRoom, { id }, other))).toBe('not_owned');
    const before = await api.send(liveRoom, { id }, learner);
    expect(before).toMatchObject({ on_air: 'N', media_url: '', has_ingest: 'Y' });
    await sendIngestEvent('publish', await fetchStreamKey(id));
    const { media_url } = await api.send(liveRoom, { id }, learner);
    const folder = join(liveFolders(api.context.settings).hls, id);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.m3u8'), '#EXTM3U\n');
    const address = api.url + new URL(media_url, api.url).pathname;
    expect(await (await fetch(address)).text()).toBe('#EXTM3U\n');
    const [, pass = ''] = /live\/([^/]+)\//.exec(media_url) ?? [];
    const fetchStatus = async (to: string) => (await fetch(to)).status;
    expect(await fetchStatus(address.replace(pass, `${pass}x`))).toBe(403);
    expect(await fetchStatus(address.replace(id, await running()))).toBe(403);
    expect(await fetchStatus(address.replace('index.m3u8', '..%2fsecret'))).toBe(404);
    api.clock.pass(5 * 3_600_000);
    expect(await fetchStatus(address)).toBe(403);
  });
});
