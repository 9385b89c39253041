import { cartLimit } from '@cme/contract/payment';
import { describe, expect, it } from 'vitest';
import { detectDevice } from '../device.ts';
import { parseChoice } from './confirm.queries.ts';

describe('choiceOf', () => {
  it.each([
    ['', undefined],
    ['cart_ids=', undefined],
    ['cart_ids=,,', undefined],
    ['id=', undefined],
    ['content_type=C', undefined],
    ['cart_ids=k1', { cart_ids: ['k1'] }],
    ['cart_ids=k1,k2', { cart_ids: ['k1', 'k2'] }],
    ['cart_ids=k1,,k2,', { cart_ids: ['k1', 'k2'] }],
    ['id=c1', { item: { content_type: 'C', id: 'c1' } }],
    ['id=p1&content_type=P', { item: { content_type: 'P', id: 'p1' } }],
    ['cart_ids=k1&id=c1', { cart_ids: ['k1'] }],
  ])('parses “%s” as %o', (search, choice) =>
    expect(parseChoice(new URLSearchParams(search))).toEqual(choice),
  );

  it('accepts at most as many items as a cart holds', () => {
    const ids = Array.from({ length: cartLimit + 5 }, (_, index) => `k${index}`).join(',');
    expect(parseChoice(new URLSearchParams({ cart_ids: ids }))?.cart_ids).toHaveLength(cartLimit);
  });
});

describe('device', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142', 'pc'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Safari/605', 'pc'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', 'pc'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile', 'mobile'],
    ['Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/142 Mobile', 'mobile'],
    ['Mozilla/5.0 (Phone; HarmonyOS 5.0) ArkWeb', 'mobile'],
    ['Mozilla/5.0 (iPhone) Mobile MicroMessenger/8.0.50', 'wechat'],
    ['Mozilla/5.0 (Windows NT 10.0) WindowsWechat MicroMessenger/7.0', 'wechat'],
    ['', 'pc'],
  ])('%s is %s', (agent, kind) => expect(detectDevice(agent)).toBe(kind));
});
