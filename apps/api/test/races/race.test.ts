import { CallError } from '@cme/commons/api-client';
import { describe, expect, it } from 'vitest';
import { crowd, inLanes, runWithinQueue, readOutcome, unexpected } from './race.ts';

describe('a crowd of concurrent calls', () => {
  it('collects replies, error codes of refusals, and other failures', async () => {
    const replies = await crowd(4, async (index) => {
      if (index === 1) throw new CallError(400, '订单已取消', 'order_state');
      if (index === 2) throw new CallError(500, '服务暂时不可用');
      if (index === 3) throw new CallError(503, '请稍后再试');
      return index;
    });
    expect(replies).toEqual({
      answers: [0],
      refusals: ['order_state', '500 服务暂时不可用', '503 请稍后再试'],
    });
    expect(unexpected(replies, 'order_state')).toEqual(['500 服务暂时不可用']);
    expect(unexpected(replies)).toContain('order_state');
  });

  it('reports whether a call was accepted', async () => {
    expect(await readOutcome(Promise.resolve(1))).toBe('accepted');
    expect(await readOutcome(Promise.reject(new Error('gone')))).toBe('Error: gone');
  });
});

it('runs every round once, never more in parallel than there are lanes', async () => {
  const played: number[] = [];
  let [now, most] = [0, 0];
  await inLanes(20, 3, async (round) => {
    most = Math.max(most, (now += 1));
    await new Promise(setImmediate);
    now -= 1;
    played.push(round);
  });
  expect([played.toSorted((a, b) => a - b), most]).toEqual([
    Array.from({ length: 20 }, (_, index) => index),
    3,
  ]);
});

it('times out when a call never ends', async () => {
  expect(await runWithinQueue(1000, Promise.resolve('done'))).toBe('done');
  await expect(runWithinQueue(6, new Promise(() => {}))).rejects.toThrow(
    'timeout after 0.0001 minutes',
  );
});
