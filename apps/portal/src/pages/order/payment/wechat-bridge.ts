interface Bridge {
  invoke(
    name: string,
    params: Record<string, string>,
    done: (answer: { err_msg?: string }) => void,
  ): void;
}

/** Lets WeChat ask for the money, inside of its own browser. What comes of it is asked of the
 * server, never believed here. */
export function payInWechat(params: Record<string, string>, done: () => void): void {
  const bridge = (globalThis as { WeixinJSBridge?: Bridge }).WeixinJSBridge;
  if (bridge) bridge.invoke('getBrandWCPayRequest', params, done);
  else
    document.addEventListener('WeixinJSBridgeReady', () => payInWechat(params, done), {
      once: true,
    });
}
