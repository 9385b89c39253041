import { playerBeat, playerEnter, playerLeave, playerMedia } from '@cme/contract/study';
import { mockRefusal, mockReply, requestsTo, samplePage, writeBlock } from '@cme/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { openSection } from './opened-section.ts';
import type { PlayEvent } from './play.reducer.ts';
import { sampleBeat, sampleEntered } from '../play.sample.ts';

const dispatch = vi.fn<(event: PlayEvent) => void>();
const ignore = () => undefined;
const refusals = () =>
  dispatch.mock.calls.flatMap(([event]) => (event.type === 'refused' ? event.code : []));

/** A section whose first address has just been refused. */
async function openRefused() {
  const callbacks = { dispatch, onAccepted: ignore, onFinished: ignore, onSuspended: ignore };
  const section = openSection('S1', false, callbacks);
  const address = await vi.waitUntil(() => section.address());
  address.refuse();
  return { section, address };
}
const enterNext = () =>
  mockReply(playerEnter, sampleEntered({ play_token: 'play-2', media_url: '/next/index.m3u8' }));

beforeEach(() => {
  writeBlock(samplePage());
  dispatch.mockClear();
  mockReply(playerEnter, sampleEntered({ media_url: '/first/index.m3u8' }));
  mockReply(playerBeat, sampleBeat());
  mockReply(playerLeave, {});
});

it('the address of the media is renewed for the play, without a word', async () => {
  const { address } = await openRefused();
  mockReply(playerMedia, { media_url: '/second/index.m3u8', media_expire_at: '' });
  expect(await address.current()).toBe('/second/index.m3u8');
  expect(requestsTo(playerMedia).map(({ body }) => body)).toEqual([{ play_token: 'play-1' }]);
  expect(requestsTo(playerEnter)).toHaveLength(1);
  expect(refusals()).toEqual([]);
});

it('if the play has lapsed, the section is entered again, and plays from the address of that', async () => {
  const { address } = await openRefused();
  mockRefusal(playerMedia, 409, '学习已中断', 'play_lapsed');
  enterNext();
  expect(await address.current()).toBe('/next/index.m3u8');
  expect(requestsTo(playerEnter).map(({ body }) => body.force)).toEqual(['N', 'N']);
  expect(refusals()).toEqual([]);
});

it('an entry after a lapsed beat brings the next address with it', async () => {
  const { section, address } = await openRefused();
  mockRefusal(playerBeat, 409, '学习已中断', 'play_lapsed');
  enterNext();
  await section.beat([], { position: 0, rate: 1, visible: true });
  await vi.waitFor(async () => expect(await address.current()).toBe('/next/index.m3u8'));
  expect(requestsTo(playerMedia)).toEqual([]);
});

it('without an answer the page keeps the last address and says nothing', async () => {
  const { address } = await openRefused();
  mockRefusal(playerMedia, 503, '服务暂时不可用');
  expect(await address.current()).toBe('/first/index.m3u8');
  expect(refusals()).toEqual([]);
});
