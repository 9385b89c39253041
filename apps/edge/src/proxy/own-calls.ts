import type { EdgeToken } from './edge-token.ts';

/**
 * Sends a call that the edge makes for itself. The API recognises it by the token of this
 * installation's edges and does not count it against any client.
 */
export interface OwnCalls {
  send(path: string, init: RequestInit): Promise<Response>;
  /** Sends a call in the name of a visitor: it counts against the limit of their address. */
  sendFor(address: string, path: string, init: RequestInit): Promise<Response>;
  /** Whether there is a token: without it calls are sent like anybody's. */
  hasToken(): Promise<boolean>;
}

/** Tells the API for which client a call is; it believes only its trusted proxies. */
export const addressHeader = 'x-forwarded-for';

export function createOwnCalls(api: () => string, token: EdgeToken): OwnCalls {
  return {
    sendFor: (address, path, init) =>
      fetch(api() + path, { ...init, headers: { [addressHeader]: address } }),
    hasToken: async () => (await token.read()) !== undefined,
    async send(path, init) {
      const own = await token.read();
      const headers = new Headers(init.headers);
      if (own) headers.set('authorization', `Bearer ${own}`);
      const answer = await fetch(api() + path, { ...init, headers });
      // The token may come from another installation's secret.
      if (answer.status === 401) token.forget();
      return answer;
    },
  };
}
