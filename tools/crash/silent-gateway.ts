import type { GatewayFile } from '../../apps/api/src/sandbox-keys.ts';
import { openGateway } from '../gateway/server.ts';

/** A gateway that takes money and never says so by itself: it must be asked. */
export interface SilentGateway {
  /** Opens the pay page that a trade leads to, and pays there. */
  pay(tradeNo: string, page: string): Promise<void>;
  close(): Promise<void>;
}

export async function openSilentGateway(keys: GatewayFile, port: number): Promise<SilentGateway> {
  const gateway = await openGateway({ keys, port, people: 'http://pay.cme.localhost' });
  const control = (path: string, body: object) => fetch(`${gateway.url}/control${path}`, { method: 'POST', headers: { authorization: `Bearer ${keys.control}`, 'content-type': 'application/json' }, body: JSON.stringify(body) });
  await control('/mode', { mode: 'mute' });
  return {
    async pay(tradeNo, page) {
      await fetch(`${gateway.url}/gateway.do${new URL(page).search}`).then((answer) => answer.arrayBuffer());
      const { status } = await control('', { gateway: 'alipay', out_trade_no: tradeNo, act: 'success' });
      if (status !== 204) throw new Error(`the gateway takes no money: ${status}`);
    },
    close: () => gateway.close(),
  };
}
