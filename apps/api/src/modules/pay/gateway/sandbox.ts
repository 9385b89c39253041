import type { AppContext } from '../../../context.ts';
import { askGateway } from './ask-gateway.ts';
import { GatewayAway } from './gateway.ts';
import { gatewayAway, settleTrade } from '../settle.action.ts';
import type { Trade } from '../trade.store.ts';

export type SandboxOutcome = 'success' | 'failed' | 'late' | 'twice';

/** Presses a button of the embedded gateway for the learner. The effects arrive as from a real
 * gateway: by notification, or by query after a failure, for which gateways send no
 * notification. */
export async function pressSandboxButton(
  context: AppContext,
  { control, secret }: { control: string; secret: string },
  trade: Trade,
  act: SandboxOutcome,
): Promise<void> {
  try {
    await visitPage(context, trade);
    const body = JSON.stringify({ gateway: trade.gateway, out_trade_no: trade.trade_no, act });
    const { status } = await askGateway(control, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body,
    });
    if (status !== 204) throw new GatewayAway(`the embedded gateway answers ${status}`);
    if (act === 'failed') await settleTrade(context, trade);
  } catch (fault) {
    if (!(fault instanceof GatewayAway)) throw fault;
    context.log.warn({ err: fault }, 'gateway');
    throw gatewayAway();
  }
}

/** Alipay creates a trade when a browser opens its page; this is done for the learner here. */
async function visitPage({ settings: { pay } }: AppContext, { prepay }: Trade): Promise<void> {
  const page = URL.parse(String(prepay['url'] ?? ''));
  if (page && pay.alipay)
    await askGateway(pay.alipay.gateway + page.search, { method: 'GET', headers: {} });
}
