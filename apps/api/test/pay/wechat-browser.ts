import { payAuthorize } from '@cme/contract/payment';
import type { Cashier } from './cashier.ts';
import type { Learner } from '../learner.ts';

/** The redirect URL of WeChat. */
export interface Recognised {
  code: string;
  state: string;
}

/** The learner's browser inside WeChat follows the OAuth redirect and returns. */
export async function recognised(
  { api, pay }: Cashier,
  orderCode: string,
  learner: Learner,
): Promise<Recognised & { back: URL }> {
  const { url } = await api.send(payAuthorize, { order_code: orderCode }, learner);
  const back = await visit(pay.wechat?.base ?? '', url);
  return {
    back,
    code: back.searchParams.get('code') ?? '',
    state: back.searchParams.get('state') ?? '',
  };
}

/** The redirect of WeChat's page, which is on the gateway's own port here. */
export async function visit(gateway: string, address: string): Promise<URL> {
  const { pathname, search } = new URL(address);
  const answer = await fetch(gateway + pathname + search, { redirect: 'manual' });
  if (answer.status !== 302)
    throw new Error(`WeChat answers ${answer.status}: ${await answer.text()}`);
  return new URL(answer.headers.get('location') ?? '');
}
