import type { AppContext } from '../../platform/context/context.ts';
import { callGateway } from './gateway/ask-gateway.ts';
import { GatewayUnavailableError } from './gateway/gateway.ts';
import { gatewayAway, settleTrade } from './settle.action.ts';
import type { Trade } from './trade/trade.store.ts';

export type SandboxOutcome = 'success' | 'failed' | 'late' | 'twice';

/** The embedded gateway shares its machine with everything else, so it is given more time than a
 * real one. */
const patienceMs = 30_000;
const mostQueries = 3;

/** Presses a button of the embedded gateway for the learner. The effects arrive as from a real
 * gateway: by notification, or by query after a failure, for which gateways send no
 * notification. */
export async function simulateOutcome(
  context: AppContext,
  { control, secret }: { control: string; secret: string },
  trade: Trade,
  outcome: SandboxOutcome,
): Promise<void> {
  try {
    await visitPage(context, trade);
    const body = JSON.stringify({
      gateway: trade.gateway,
      out_trade_no: trade.trade_no,
      act: outcome,
    });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
    const request = { method: 'POST', headers, body };
    const { status } = await callGateway(control, request, patienceMs);
    if (status !== 204) throw new GatewayUnavailableError(`the embedded gateway answers ${status}`);
    if (outcome === 'failed') await settleFailure(context, trade);
  } catch (fault) {
    if (!(fault instanceof GatewayUnavailableError)) throw fault;
    context.log.warn({ err: fault }, 'gateway');
    throw gatewayAway();
  }
}

/** A failure that is not queried now would only be noticed by a sweep, a minute later. */
async function settleFailure(context: AppContext, trade: Trade): Promise<void> {
  for (let query = 1; ; query += 1)
    try {
      return void (await settleTrade(context, trade));
    } catch (fault) {
      if (!(fault instanceof GatewayUnavailableError) || query === mostQueries) throw fault;
    }
}

/** Alipay creates a trade when a browser opens its page; this is done for the learner here. */
async function visitPage({ settings: { pay } }: AppContext, { prepay }: Trade): Promise<void> {
  const page = URL.parse(String(prepay['url'] ?? ''));
  if (page && pay.alipay)
    await callGateway(pay.alipay.gateway + page.search, { method: 'GET', headers: {} });
}
