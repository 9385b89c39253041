import { CallError } from '@cme/commons/api-client';
import { contentDetail } from '@cme/contract/content';
import { tryDetail } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCourse } from '../../../test/learner.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { section } from '../../content/catalogue/catalogue.tables.ts';
import { learning } from '../learning/learning.tables.ts';
import { cutPlaylist, cutSubtitles } from './playlist.rules.ts';

const folder = 'bls-1-1';
const playlist = [
  '#EXTM3U',
  '#EXT-X-VERSION:7',
  '#EXT-X-TARGETDURATION:10',
  '#EXT-X-MAP:URI="init.mp4"',
  '#EXTINF:10.000000,',
  '000.m4s',
  '#EXTINF:10.000000,',
  '001.m4s',
  '#EXTINF:8.600000,',
  '002.m4s',
  '#EXT-X-ENDLIST',
  '',
].join('\n');

describe('a truncated playlist', () => {
  it.each([
    [30, ['000.m4s', '001.m4s', '002.m4s'], 28.6],
    [28, ['000.m4s', '001.m4s'], 20],
    [20, ['000.m4s', '001.m4s'], 20],
    [19, ['000.m4s'], 10],
    [9, [], 0],
    [0, [], 0],
  ])('of %i seconds contains nothing beyond them', (limit, segments, seconds) => {
    const cut = cutPlaylist(playlist, limit);
    expect([...cut.segments]).toEqual(segments);
    expect(cut.seconds).toBeCloseTo(seconds);
    expect(cut.text.split('\n').filter((line) => line && !line.startsWith('#'))).toEqual(segments);
    expect(cut.text).toMatch(/^#EXTM3U\n[\s\S]*#EXT-X-MAP[\s\S]*#EXT-X-ENDLIST\n$/);
    expect(cut.text.match(/#EXTINF/g)?.length ?? 0).toBe(segments.length);
  });

  it('has no subtitles beyond its end', () => {
    const vtt =
      'WEBVTT\n\n00:01.000 --> 00:05.000\n一\n\n00:19.500 --> 00:24.000\n二\n\n00:20.000 --> 00:25.000\n三\n\n01:00:02.000 --> 01:00:04.000\n四\n';
    const cut = cutSubtitles(vtt, 20);
    expect([
      cut.includes('一'),
      cut.includes('二'),
      cut.includes('三'),
      cut.includes('四'),
    ]).toEqual([true, true, false, false]);
  });
});

describe('a trial', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  const withTrial = async (seconds = 30, options = {}) => {
    const course = await newCourse(api, { folder, is_free: 'N', price_fen: 100, ...options });
    await api.db
      .update(section)
      .set({ try_seconds: seconds })
      .where(eq(section.section_id, course.sections[0]!));
    return course;
  };
  const status = async (path: string) => (await fetch(`${api.url}${path}`)).status;
  const missing = (promise: Promise<unknown>) =>
    promise.then(
      () => 'there',
      (error: unknown) => (error instanceof CallError ? error.code : error),
    );

  it('plays its seconds and serves no further segment to anybody', async () => {
    const { id } = await withTrial();
    const trial = await api.send(tryDetail, { id });
    expect(trial.section).toMatchObject({ try_seconds: 30, seconds: 60 });
    expect((await api.send(contentDetail, { id })).try_seconds).toBe(30);
    const base = trial.media_url.slice(0, trial.media_url.lastIndexOf('/'));
    expect(await status(trial.media_url)).toBe(200);
    const cut = await (await fetch(`${api.url}${base}/video.m3u8`)).text();
    expect(cut).toContain('002.m4s');
    expect(cut).not.toContain('003.m4s');
    for (const file of ['init.mp4', '000.m4s', '001.m4s', '002.m4s', 'poster.webp', 'zh.vtt'])
      expect(await status(`${base}/${file}`), file).toBe(200);
    for (const file of ['003.m4s', '004.m4s', '007.m4s', '..%2fbls-1-2%2f000.m4s', 'x.m4s'])
      expect(await status(`${base}/${file}`), file).toBe(404);
    expect(await api.db.select().from(learning).where(eq(learning.content_id, id))).toEqual([]);
  });

  it('cannot be extended, moved to another video, or kept', async () => {
    const { id } = await withTrial();
    const { media_url } = await api.send(tryDetail, { id });
    const [, pass = ''] = /\/trial\/([^/]+)\//.exec(media_url) ?? [];
    const [expires, site, limit, signature] = pass.split('.');
    const path = (given: string, of = folder, file = '003.m4s') =>
      `/qm/media/trial/${given}/${of}/${file}`;
    expect(limit).toBe('30');
    expect(await status(path(`${expires}.${site}.60.${signature}`))).toBe(403);
    expect(await status(path(`${Number(expires) + 60}.${site}.30.${signature}`))).toBe(403);
    expect(await status(path(`${expires}.hospital.30.${signature}`))).toBe(403);
    expect(await status(path(pass, 'bls-1-2', '000.m4s'))).toBe(403);
    // A trial's pass is invalid for the player.
    expect(await status(`/qm/media/${pass}/${folder}/003.m4s`)).toBe(403);
    api.clock.pass(1_800_000);
    expect(await status(path(pass, folder, '000.m4s'))).toBe(403);
  });

  it('does not exist for free, unpublished or another site’s content, or without a trial', async () => {
    for (const { id } of [
      await withTrial(30, { is_free: 'Y' }),
      await withTrial(30, { status: 'off' }),
      await withTrial(30, { site: 'hospital' }),
      await withTrial(0),
    ])
      expect(await missing(api.send(tryDetail, { id }))).toBe('not_found');
    const { id } = await withTrial();
    const unknown = api.send(tryDetail, { id, section_id: 'unknown' });
    await expect(unknown).rejects.toMatchObject({ code: 'not_found', content_type: 'C' });
  });
});
