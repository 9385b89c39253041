import type { GatewayFile } from '../../../src/platform/settings/sandbox-keys.ts';
import type { Mode } from '../../../../../tools/gateway/book.ts';
import type { GatewayTrade } from '../../../../../tools/gateway/trade.ts';
import { startGateway } from '../../../../../tools/gateway/server.ts';
import type { Channel } from '../../load/notice.ts';

/** The embedded gateway, which keeps running while the API is killed, and whose records show the
 * real payments. */
export interface CrashGateway {
  /** Muted: it accepts payments but sends no notifications, so it must be queried. */
  mode(mode: Mode): Promise<void>;
  /** Opens the payment page of a trade and pays. */
  pay(channel: Channel, tradeNo: string, page?: string): Promise<void>;
  book(): Promise<GatewayTrade[]>;
  close(): Promise<void>;
}

export async function openCrashGateway(keys: GatewayFile, port: number): Promise<CrashGateway> {
  const gateway = await startGateway({ keys, port, people: 'http://pay.cme.localhost' });
  const control = async (path: string, body: object) => {
    const answer = await fetch(`${gateway.url}/control${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.control}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`the gateway refused: ${answer.status}`);
    return answer;
  };
  return {
    mode: async (mode) => void (await control('/mode', { mode })),
    async pay(channel, tradeNo, page) {
      if (page)
        await fetch(`${gateway.url}/gateway.do${new URL(page).search}`).then((answer) =>
          answer.arrayBuffer(),
        );
      await control('', {
        gateway: channel === 'ali_page' ? 'alipay' : 'wechat',
        out_trade_no: tradeNo,
        act: 'success',
      });
    },
    book: async () => (await control('/trades', {})).json() as Promise<GatewayTrade[]>,
    close: () => gateway.close(),
  };
}
