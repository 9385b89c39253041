import { logout } from '@cme/contract/person';
import { learnJoin, learnSummary, playerBeat, playerEnter, playerMedia } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Learner, newCourse, newLearner } from '../../../../test/learner.ts';
import { rawStatus } from '../../../../test/raw-status.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { readMediaText } from '../../../platform/media/media-files.ts';
import { storeLecture } from '../../../sample/insert/store-lecture.ts';
import { keyFor } from '../../../platform/settings/keys.ts';
import { site } from '../../../platform/sites/site.tables.ts';
import { user, userSession } from '../../../person/identity/identity.tables.ts';
import { learning } from '../../learning/learning.tables.ts';
import { mediaPass } from './media.rules.ts';
import { refusal } from '../../../../test/refusal.ts';

const api = await startApiForFile();
/** Recordings of 43 minutes and of three hours, and their segments with start and end. */
const lectures = new Map<number, { folder: string; segments: [string, number, number][] }>();

beforeAll(async () => {
  for (const minutes of [43, 180]) {
    const { settings } = api.context;
    const { folder } = await storeLecture(settings, 'hand-hygiene-1-2', minutes);
    const playlist = (await readMediaText(settings, folder, 'video.m3u8')) ?? '';
    let end = 0;
    const segments = [...playlist.matchAll(/#EXTINF:([\d.]+),\n(.+)/g)].map(
      ([, length, name = '']): [string, number, number] => [name, end, (end += Number(length))],
    );
    lectures.set(minutes, { folder, segments });
  }
});

type Beat = [from: number, to: number][];

async function entered(learner: Learner, sectionId: string) {
  const entry = await api.send(playerEnter, { section_id: sectionId }, learner);
  const { play_token } = entry;
  let seq = 0;
  let position = 0;
  const beat = (spans: Beat = []) =>
    api.send(
      playerBeat,
      {
        play_token,
        seq: (seq += 1),
        spans,
        position: (position = spans.at(-1)?.[1] ?? position),
        rate: 1,
        visible: true,
        at: api.clock.now().getTime(),
      },
      learner,
    );
  const renew = async () => (await api.send(playerMedia, { play_token }, learner)).media_url;
  return { ...entry, beat, renew };
}

/** A learner in a lecture of this many minutes, without presence checks. */
async function begin(minutes: number, folder = lectures.get(minutes)!.folder) {
  const segments = lectures.get(minutes)?.segments ?? [];
  const learner = await newLearner(api);
  const course = await newCourse(api, { folder, lengths: [minutes * 60], checks: [] });
  const { learning_id } = await api.send(learnJoin, { id: course.id }, learner);
  const section_id = course.sections[0]!;
  return { learner, learning_id, segments, ...(await entered(learner, section_id)) };
}

const fetchFile = (mediaUrl: string, file = 'index.m3u8', init: RequestInit = {}) =>
  fetch(api.url + mediaUrl.replace('index.m3u8', file), init);
async function fetchStatus(mediaUrl: string, file?: string): Promise<number> {
  const response = await fetchFile(mediaUrl, file);
  await response.arrayBuffer();
  return response.status;
}

/** Plays on as a page does: it fetches each segment in time and reports every quarter of a minute. */
async function watch(
  page: Awaited<ReturnType<typeof begin>>,
  [from, to]: [number, number],
  addressAt: (second: number) => string | Promise<string>,
  stepSeconds = 15,
) {
  for (let second = from; second < to; second += stepSeconds) {
    const until = Math.min(to, second + stepSeconds);
    for (const [name] of page.segments.filter(([, start, end]) => start < until && end > second))
      expect(await fetchStatus(await addressAt(second), name), `at ${second} s`).toBe(200);
    api.clock.pass((until - second) * 1000);
    await page.beat([[second, until]]);
  }
  return page.beat();
}

describe('a lecture of 43 minutes', () => {
  it('is played to its end with addresses that are renewed, and counts', async () => {
    const page = await begin(43);
    let current = { url: page.media_url, since: 0 };
    await page.beat();
    const after = await watch(page, [0, 43 * 60], async (second) => {
      if (second - current.since >= 480) current = { url: await page.renew(), since: second };
      return current.url;
    });
    expect(after).toMatchObject({ section_status: 'finished', furthest: 43 * 60 });
  }, 120_000);

  it('is played to its end with the first address by a browser that knows no other', async () => {
    const page = await begin(43);
    await page.beat();
    const after = await watch(page, [0, 43 * 60], () => page.media_url, 60);
    expect(after).toMatchObject({ section_status: 'finished' });
    api.clock.pass(599_000);
    expect(await fetchStatus(page.media_url), 'shortly after the last beat').toBe(200);
    api.clock.pass(1000);
    expect(await fetchStatus(page.media_url)).toBe(403);
  }, 120_000);
});

describe('a lecture of three hours', () => {
  it('counts to its end; no address lives longer than four hours', async () => {
    const page = await begin(180);
    await page.beat();
    const after = await watch(page, [0, 180 * 60], () => page.media_url, 240);
    expect(after).toMatchObject({ section_status: 'finished' });
    for (let minutes = 180; minutes < 238; minutes += 5) {
      api.clock.pass(300_000);
      await page.beat();
    }
    expect(await fetchStatus(page.media_url)).toBe(403);
    expect(await fetchStatus(await page.renew())).toBe(200);
  }, 120_000);

  it('is paused for twelve hours: the address is renewed, and study is entered again', async () => {
    const page = await begin(180);
    await page.beat();
    await watch(page, [0, 60], () => page.media_url);
    // Another page keeps the session.
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      api.clock.pass(20 * 60_000);
      await api.send(learnSummary, {}, page.learner);
    }
    expect(await fetchStatus(page.media_url)).toBe(403);
    expect(await fetchStatus(await page.renew(), '003.m4s')).toBe(200);
    expect(await refusal(page.beat())).toBe('play_lapsed');
    const again = { ...page, ...(await entered(page.learner, page.section_id)) };
    expect(again).toMatchObject({ furthest: 60, resume_at: 60 });
    await again.beat();
    expect(await watch(again, [60, 120], () => again.media_url)).toMatchObject({ furthest: 120 });
  });
});

describe('an address ends', () => {
  const open = async () => {
    const page = await begin(43);
    await page.beat();
    expect(await fetchStatus(page.media_url)).toBe(200);
    return page;
  };
  const refused = async ({ media_url }: { media_url: string }) => {
    expect(await fetchStatus(media_url)).toBe(403);
    expect(await fetchStatus(media_url, '000.m4s')).toBe(403);
  };

  it('with the session', async () => {
    const page = await open();
    await api.send(logout, {}, page.learner);
    await refused(page);
    expect(await refusal(page.renew())).toBe('need_login');
  });

  it('with the account', async () => {
    const page = await open();
    await api.db
      .update(user)
      .set({ status: 'disabled' })
      .where(eq(user.user_id, page.learner.user_id));
    await refused(page);
  });

  it('when the session has run out', async () => {
    const page = await open();
    await api.db
      .update(userSession)
      .set({ expires_at: api.clock.now() })
      .where(eq(userSession.user_id, page.learner.user_id));
    await refused(page);
  });

  it.each([
    ['a refund is requested', { suspension: 'refund_pending' as const }],
    ['the course is given back', { learn_status: 'revoked' as const }],
    ['the time to study ends', { study_end_at: new Date('2026-01-01') }],
  ])('when %s', async (_, change) => {
    const page = await open();
    await api.db.update(learning).set(change).where(eq(learning.learning_id, page.learning_id));
    await refused(page);
  });

  it('when the learner studies elsewhere', async () => {
    const page = await open();
    const other = await entered(page.learner, page.section_id);
    await refused(page);
    expect(await refusal(page.renew())).toBe('play_moved');
    expect(await fetchStatus(other.media_url)).toBe(200);
  });

  it("when the site's service ends", async () => {
    const page = await open();
    await api.db.update(site).set({ isEndSite: 'Y' }).where(eq(site.site_id, 'main'));
    await refused(page);
    await api.db.update(site).set({ isEndSite: 'N' }).where(eq(site.site_id, 'main'));
    expect(await fetchStatus(page.media_url)).toBe(200);
  });

  it('as before if an older release has issued it', async () => {
    const { learner, section_id } = await open();
    const { folder } = lectures.get(43)!;
    const expires = Math.floor(api.clock.now().getTime() / 1000) + 600;
    const key = keyFor(api.context.settings, 'player/media');
    const { media_url } = await entered(learner, section_id);
    const toOlderAddress = ({ user_id }: Learner) => {
      const holder = { user_id, site_id: 'main', bound_to: '' };
      const pass = mediaPass(key, folder, holder, expires).replace('..', '.');
      return media_url.replace(/[^/]+(?=\/[^/]+\/index)/, pass);
    };
    const older = toOlderAddress(learner);
    expect(await fetchStatus(older)).toBe(200);
    expect(await fetchStatus(toOlderAddress(await newLearner(api))), 'who plays nothing').toBe(403);
    api.clock.pass(600_000);
    expect(await fetchStatus(older)).toBe(403);
  });
});

describe('what was not fetched', () => {
  it('does not count, however long it is reported', async () => {
    const page = await begin(43);
    await page.beat();
    for (let second = 0; second < 60; second += 15) {
      api.clock.pass(15_000);
      expect(await page.beat([[second, second + 15]])).toMatchObject({ accepted_seconds: 0 });
    }
    expect(await page.beat()).toMatchObject({ furthest: 0, ranges: [] });
  });

  it.each([
    ['its headers', { method: 'HEAD' }],
    ['its first bytes', { headers: { range: 'bytes=0-9' } }],
  ])('does not count after asking for %s', async (_, init) => {
    const page = await begin(43);
    await page.beat();
    expect((await fetchFile(page.media_url, '000.m4s', init)).ok).toBe(true);
    api.clock.pass(10_000);
    expect(await page.beat([[0, 10]])).toMatchObject({ accepted_seconds: 0 });
  });

  it.each([
    ['any version', { 'if-none-match': '*' }],
    ['nothing newer', { 'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString() }],
  ])('does not count where the browser says that it has %s', async (_, headers) => {
    const page = await begin(1, 'hand-hygiene-1-2');
    await page.beat();
    const file = api.url + page.media_url.replace('index.m3u8', '000.m4s');
    expect(await rawStatus(file, headers)).toBe(304);
    api.clock.pass(5000);
    expect(await page.beat([[0, 5]])).toMatchObject({ accepted_seconds: 0 });
    expect(await fetchStatus(page.media_url, '000.m4s')).toBe(200);
    api.clock.pass(5000);
    expect(await page.beat([[0, 5]])).toMatchObject({ accepted_seconds: 5 });
  });

  it('does not count beside what was fetched', async () => {
    const page = await begin(43);
    await page.beat();
    const other = await begin(43);
    expect(await fetchStatus(page.media_url, '000.m4s')).toBe(200);
    for (const file of ['000.m4s', '001.m4s', '002.m4s'])
      expect(await fetchStatus(other.media_url, file)).toBe(200);
    api.clock.pass(30_000);
    // A second more, since frames are not exactly where the playlist says.
    expect(await page.beat([[0, 30]])).toMatchObject({ accepted_seconds: 11, furthest: 11 });
  });

  it('counts as soon as it is fetched, and in a later play of the same browser', async () => {
    const page = await begin(43);
    await page.beat();
    api.clock.pass(10_000);
    expect(await page.beat([[0, 10]])).toMatchObject({ accepted_seconds: 0 });
    expect(await fetchStatus(page.media_url, '000.m4s')).toBe(200);
    expect(await fetchStatus(page.media_url, '001.m4s')).toBe(200);
    api.clock.pass(8000);
    expect(await page.beat([[0, 10]])).toMatchObject({ furthest: 10 });
    const again = await entered(page.learner, page.section_id);
    await again.beat();
    api.clock.pass(10_000);
    expect(await again.beat([[10, 20]])).toMatchObject({ furthest: 20 });
  });

  it('of a document does not count either', async () => {
    const learner = await newLearner(api);
    const course = await newCourse(api, {
      kind: 'pdf',
      pages: 3,
      lengths: [30],
      folder: 'myopia-guide',
    });
    await api.send(learnJoin, { id: course.id }, learner);
    const page = await entered(learner, course.sections[0]!);
    await page.beat();
    api.clock.pass(10_000);
    expect(await page.beat([[0, 10]])).toMatchObject({ accepted_seconds: 0 });
    // Opened eleven minutes later, with a new address.
    api.clock.pass(11 * 60_000);
    expect((await fetch(api.url + page.media_url)).status).toBe(403);
    const later = await entered(learner, course.sections[0]!);
    await later.beat();
    expect(await fetchStatus(later.media_url)).toBe(200);
    api.clock.pass(10_000);
    expect(await later.beat([[10, 20]])).toMatchObject({ accepted_seconds: 10 });
  });
});
