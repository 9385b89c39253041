import type { ReplyOf } from '@cme/contract/base';
import { playerBeat, type Span } from '@cme/contract/study';
import { requestsTo, mockRefusal, mockReply, samplePage, writeBlock } from '@cme/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Beat } from './beats.reducer.ts';
import { createBeats } from './beats.ts';

const now = { position: 20, rate: 1, visible: true };
const ledger = (ranges: Span[]): ReplyOf<typeof playerBeat> => ({
  ranges,
  furthest: 0,
  covered_seconds: 0,
  section_status: 'studying',
  progress: 0,
  learn_status: 'studying',
  capped: 'N',
  accepted_seconds: 0,
  server_time: 0,
});
const cutOff = () => mockReply(playerBeat, () => Promise.reject(new TypeError('network')));
const sent = () => requestsTo(playerBeat).map(({ body }) => [body.seq, body.spans]);

function recorder() {
  const calls = {
    accepted: [] as Beat[],
    refused: [] as (string | undefined)[],
    offline: [] as [boolean, boolean][],
  };
  return {
    calls,
    onAccepted: (beat: Beat) => void calls.accepted.push(beat),
    onRefused: (code: string | undefined) => void calls.refused.push(code),
    onConnection: (isOffline: boolean, dropped: boolean) =>
      void calls.offline.push([isOffline, dropped]),
  };
}

beforeEach(() => {
  writeBlock(samplePage());
  localStorage.setItem('user_token', 'token');
});

describe('beats', () => {
  it('are sent one after another with increasing numbers', async () => {
    mockReply(playerBeat, ledger([[0, 15]]));
    const beats = createBeats('play', recorder());
    await Promise.all([beats.beat([[0, 5]], now), beats.beat([[5, 10]], now)]);
    await beats.beat([[10, 15]], now);
    expect(sent()).toEqual([
      [1, [[0, 5]]],
      [2, [[5, 10]]],
      [3, [[10, 15]]],
    ]);
  });

  it('wait while offline and are sent again with the same number', async () => {
    const callbacks = recorder();
    const beats = createBeats('play', callbacks);
    cutOff();
    await beats.beat([[0, 15]], now);
    await beats.beat([[15, 30]], now);
    mockReply(playerBeat, ledger([[0, 30]]));
    await beats.beat([[30, 31]], now);
    expect(sent().at(-1)).toEqual([1, [[0, 31]]]);
    expect(callbacks.calls.offline).toEqual([
      [true, false],
      [true, false],
      [false, false],
    ]);
  });

  it('resend what the server did not receive if only a response was lost', async () => {
    const beats = createBeats('play', recorder());
    cutOff();
    await beats.beat([[0, 15]], now);
    mockReply(playerBeat, ledger([[0, 15]]));
    await beats.beat([[15, 40]], now);
    mockReply(playerBeat, ledger([[0, 40]]));
    await beats.beat([], now);
    expect(sent().slice(-2)).toEqual([
      [1, [[0, 40]]],
      [2, [[15, 40]]],
    ]);
  });

  it('resend what came too early to count, but not what cannot count', async () => {
    const beats = createBeats('play', recorder());
    mockReply(playerBeat, ledger([[0, 9]]));
    await beats.beat([[0, 15]], now);
    mockReply(playerBeat, ledger([[0, 15]]));
    await beats.beat([[15, 20]], now);
    mockReply(playerBeat, { ...ledger([[0, 20]]), capped: 'Y' });
    await beats.beat([[20, 25]], now);
    mockReply(playerBeat, ledger([[0, 20]]));
    await beats.beat([[25, 30]], { ...now, visible: false });
    await beats.beat([], now);
    expect(sent()).toEqual([
      [1, [[0, 15]]],
      [2, [[9, 20]]],
      [3, [[15, 25]]],
      [4, [[25, 30]]],
      [5, []],
    ]);
  });

  it('keep at most the latest five minutes', async () => {
    const callbacks = recorder();
    const beats = createBeats('play', callbacks);
    cutOff();
    await beats.beat(
      [
        [0, 200],
        [300, 500],
      ],
      now,
    );
    expect(callbacks.calls.offline.at(-1)).toEqual([true, true]);
    mockReply(playerBeat, ledger([[100, 500]]));
    await beats.beat([], now);
    expect(sent().at(-1)).toEqual([
      1,
      [
        [100, 200],
        [300, 500],
      ],
    ]);
  });

  it('report a refusal of the server', async () => {
    mockRefusal(playerBeat, 400, '您已在其他设备或页面学习，本页面已暂停', 'play_moved');
    const callbacks = recorder();
    await createBeats('play', callbacks).beat([[0, 5]], now);
    expect(callbacks.calls.refused).toEqual(['play_moved']);
  });

  it('report nothing after they are closed', async () => {
    mockReply(playerBeat, ledger([]));
    const callbacks = recorder();
    const beats = createBeats('play', callbacks);
    const last = beats.beat([[0, 5]], now, true);
    await beats.close();
    await last;
    expect(callbacks.calls.accepted).toEqual([]);
    expect(sent()).toEqual([[1, [[0, 5]]]]);
  });
});
