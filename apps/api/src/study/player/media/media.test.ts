import { learnJoin, playerEnter, playerLeave, playerMedia } from '@cme/contract/study';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { type Learner, newCourse, newLearner } from '../../../../test/learner.ts';

const [folder = '', otherFolder = ''] = readdirSync(
  join(import.meta.dirname, '../../../../media/hls'),
);

const api = await startApiForFile();
let learner: Learner;
let media_url: string;
let play_token: string;

beforeAll(async () => {
  learner = await newLearner(api);
  const course = await newCourse(api, { folder });
  await api.send(learnJoin, { id: course.id }, learner);
  ({ media_url, play_token } = await api.send(
    playerEnter,
    { section_id: course.sections[0]! },
    learner,
  ));
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${api.url}${path}`, { headers });
const status = async (path: string) => (await get(path)).status;

describe('a signed video address', () => {
  it('opens the playlist and its segments, with range requests', async () => {
    const playlist = await get(media_url);
    expect(playlist.headers.get('content-type')).toMatch(/mpegurl/);
    const segments = (await playlist.text())
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    expect(segments.length).toBeGreaterThan(0);
    const base = media_url.slice(0, media_url.lastIndexOf('/'));
    for (const segment of segments) expect(await status(`${base}/${segment}`)).toBe(200);
    const part = await get(`${base}/${segments[0]!}`, { range: 'bytes=0-99' });
    expect(part.status).toBe(206);
    expect((await part.arrayBuffer()).byteLength).toBe(100);
    const beyond = await get(`${base}/${segments[0]!}`, { range: 'bytes=999999999-' });
    expect([beyond.status, await beyond.json()]).toMatchObject([
      416,
      { isSuccess: false, statusCode: 416 },
    ]);
  });

  it('opens no other video, for nobody else, and not without its signature', async () => {
    const [expires, site, user, play, signature] = splitPass(media_url);
    const path = (given: string, of = folder) => `/qm/media/${given}/${of}/index.m3u8`;
    const pass = `${expires}.${site}.${user}.${play}.${signature}`;
    expect(await status(path(pass))).toBe(200);
    for (const given of [
      `${expires}.${site}.${user}.${play}.`,
      `${expires}.${site}.${user}.${play}`,
      `${expires}.${site}.${user}.${signature}`,
      `${expires}.${site}.${user}..${signature}`,
      `${expires}.${site}.someone.${play}.${signature}`,
      `${expires}.hospital.${user}.${play}.${signature}`,
      // As long as ids of sites made by the centre.
      `${expires}.${ulid()}.${user}.${play}.${signature}`,
      `${expires}.${site}.${user}.${ulid()}.${signature}`,
      `${Number(expires) + 600}.${site}.${user}.${play}.${signature}`,
      `${pass}x`,
      `${pass}.x`,
      'x',
    ]) {
      expect(await status(path(given)), given).toBe(403);
    }
    expect(await status(path(pass, otherFolder))).toBe(403);
  });

  it('cannot escape its folder', async () => {
    const base = `/qm/media/${splitPass(media_url).join('.')}`;
    for (const path of [
      `${base}/${folder}/..%2f..%2f..%2fpackage.json`,
      `${base}/..%2f/package.json`,
      `${base}/${folder}/%2e%2e/x.ts`,
      `${base}/${folder}/index.m3u8%00.ts`,
      `${base}/${folder}/.hidden.ts`,
    ]) {
      expect([400, 403, 404], path).toContain(await status(path));
    }
  });

  it('expires after ten minutes without a beat, and the page gets a new one until it leaves', async () => {
    api.clock.pass(599_000);
    expect(await status(media_url)).toBe(200);
    api.clock.pass(1000);
    expect(await status(media_url)).toBe(403);
    const fresh = await api.send(playerMedia, { play_token }, learner);
    expect(await status(fresh.media_url)).toBe(200);
    await expect(
      api.send(playerMedia, { play_token }, await newLearner(api)),
    ).rejects.toMatchObject({ code: 'not_found' });
    await api.send(playerLeave, { play_token }, learner);
    await expect(api.send(playerMedia, { play_token }, learner)).rejects.toMatchObject({
      code: 'play_lapsed',
    });
  });
});

const splitPass = (url: string) =>
  (url.split('/')[3] ?? '').split('.') as [string, string, string, string, string];
