import type { BodyOf, Call, DataOf } from '@cme/contract/base';
import type { Answer, Client, SendOptions } from './exchange.ts';
import { type LazyCall, load } from './lazy-call.ts';

/** A client without a page: no stored token, dialogs or toasts. For servers, tools and tests. */
export interface OpenClient {
  send<C extends Call>(
    call: C | LazyCall<C>,
    body: BodyOf<C>,
    options?: OpenOptions,
  ): Promise<DataOf<C>>;
  sendForMessage<C extends Call>(
    call: C | LazyCall<C>,
    body: BodyOf<C>,
    options?: OpenOptions,
  ): Promise<Answer<C>>;
}

export interface OpenOptions extends SendOptions {
  /** Overrides the client's token. */
  token?: string | undefined;
  fullDomainName?: string;
  fetch?: typeof fetch;
}

export function openClient(client: Client): OpenClient {
  const sendCall = async <C extends Call>(
    lazyCall: C | LazyCall<C>,
    body: BodyOf<C>,
    { token, fullDomainName, fetch, ...options }: OpenOptions = {},
  ) => {
    const { call, exchange } = await load(lazyCall);
    const defaults = {
      ...client,
      ...(token && { token }),
      ...(fullDomainName && { fullDomainName }),
      ...(fetch && { fetch }),
    };
    return exchange(defaults, call, body, options);
  };
  return {
    send: async (call, body, options) => (await sendCall(call, body, options)).data,
    sendForMessage: sendCall,
  };
}
