interface Bridge {
  invoke(
    name: string,
    params: Record<string, string>,
    done: (answer: { err_msg?: string }) => void,
  ): void;
}

/**
 * Invokes payment inside WeChat's browser. The result is always fetched from the server, never
 * taken from here.
 */
export function payInWechat(params: Record<string, string>, done: () => void): void {
  const bridge = (globalThis as { WeixinJSBridge?: Bridge }).WeixinJSBridge;
  if (bridge) bridge.invoke('getBrandWCPayRequest', params, done);
  else
    document.addEventListener('WeixinJSBridgeReady', () => payInWechat(params, done), {
      once: true,
    });
}
