import { spawn } from 'node:child_process';
import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { liveEnd, liveKey, login } from '@cme/contract';
import { eventId } from '../../apps/api/src/sample/events.ts';
import { openFfmpeg } from '../../tools/ffmpeg.ts';
import { makeLecture, streamArguments } from '../../tools/ingest/stream.ts';
import { expect, test } from '../support/journey.ts';
import { senior, signIn } from '../support/people.ts';
import { direct, places } from '../support/places.ts';

const id = eventId('main', 'live-first-aid-day');
// While the stream begins and ends its list is not there for a moment.
test.use({ allowed: /\/qm\/live\// });
test.describe.configure({ timeout: 180_000 });

/** A teacher, asked for by calls alone: the room is the learner's journey. */
async function teacher() {
  const host = direct.hostOf(places.main);
  const { send, sendForMessage } = openClient({
    apiBase: direct.address,
    fullDomainName: 'cme.localhost',
    fetch: fetchAs(host),
  });
  const account = '13900000001';
  const proof = { login_kind: 'password' as const, account, password: 'Console2026' };
  const { message: token } = await sendForMessage(login, proof);
  return {
    key: () => send(liveKey, { id }, { token }),
    end: () => send(liveEnd, { id }, { token }),
  };
}

test('a lecture is streamed, watched, talked in and counted, and becomes a replay', async ({
  page,
}, { outputDir }) => {
  const lecturer = await teacher();
  const { server, stream_key } = await lecturer.key();
  const file = makeLecture(openFfmpeg(), outputDir);
  const words = streamArguments(file, `${server}/${stream_key}`);
  const stream = spawn(openFfmpeg(), words, { stdio: 'ignore' });
  try {
    await signIn(page, senior);
    await page.goto(`${places.main}/item/live/${id}/detail`);
    await page.getByRole('button', { name: '进入直播' }).click();
    await page.waitForURL(/\/live$/);
    await page.getByRole('button', { name: '进入直播' }).click({ timeout: 40_000 });
    const second = () =>
      page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
    const before = await second();
    await expect.poll(second, { timeout: 40_000 }).toBeGreaterThan(before + 3);
    await page.getByLabel('发言').fill('声音很清楚');
    await page.getByRole('button', { name: '发送' }).click();
    await expect(page.getByText('声音很清楚')).toBeVisible();
    await expect(page.getByText(/已计入学习 00:[1-5]\d/)).toBeVisible({ timeout: 60_000 });
    await lecturer.end();
    await page.getByRole('link', { name: '观看回放' }).click({ timeout: 90_000 });
  } finally {
    stream.kill('SIGKILL');
  }
  await page.waitForURL(/\/playback/);
  await page.getByRole('button', { name: /开始播放|继续播放/ }).click({ timeout: 30_000 });
  const played = () =>
    page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(played, { timeout: 30_000 }).toBeGreaterThan(2);
});
