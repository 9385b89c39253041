// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { payInWechat } from './wechat-bridge.ts';

type Done = (answer: { err_msg?: string }) => void;
const invoke = vi.fn<(name: string, params: Record<string, string>, done: Done) => void>();
const arrive = () => {
  vi.stubGlobal('WeixinJSBridge', { invoke });
  document.dispatchEvent(new Event('WeixinJSBridgeReady'));
};
const params = { appId: 'wx1', package: 'prepay_id=1' };

afterEach(() => {
  vi.unstubAllGlobals();
  invoke.mockReset();
});

describe('paying inside WeChat', () => {
  it('asks its bridge', () => {
    arrive();
    payInWechat(params, () => undefined);
    expect(invoke).toHaveBeenCalledExactlyOnceWith(
      'getBrandWCPayRequest',
      params,
      expect.any(Function),
    );
  });

  it('waits for the bridge, and asks it once', () => {
    payInWechat(params, () => undefined);
    expect(invoke).not.toHaveBeenCalled();
    arrive();
    document.dispatchEvent(new Event('WeixinJSBridgeReady'));
    expect(invoke).toHaveBeenCalledOnce();
  });

  it.each(['ok', 'cancel', 'fail'])(
    'trusts no answer (%s): each only makes the page ask the server',
    (answer) => {
      const done = vi.fn<() => void>();
      arrive();
      payInWechat(params, done);
      expect(done).not.toHaveBeenCalled();
      invoke.mock.calls[0]?.[2]({ err_msg: `get_brand_wcpay_request:${answer}` });
      expect(done).toHaveBeenCalledOnce();
    },
  );
});
