import { rolloutToken } from '@cme/contract/site/rollout';

/**
 * Sends a call that the edge makes for itself. The API recognises it by the token of this
 * installation's edges and does not count it against any client.
 */
export interface OwnCalls {
  send(path: string, init: RequestInit): Promise<Response>;
  /** Sends a call in the name of a visitor: it counts against the limit of their address. */
  sendFor(address: string, path: string, init: RequestInit): Promise<Response>;
  /** Whether there is a token: without it calls are sent like anybody's. */
  hasToken(): boolean;
}

/** Tells the API for which client a call is; it believes only its trusted proxies. */
export const addressHeader = 'x-forwarded-for';

export function createOwnCalls(
  api: () => string,
  secret: () => Uint8Array<ArrayBuffer> | undefined,
  edgeToken = '',
): OwnCalls {
  const fixedToken = edgeToken ? Promise.resolve(edgeToken) : undefined;
  let token = fixedToken;
  function findToken(): Promise<string> | undefined {
    const found = token ? undefined : secret();
    return (token ??= found && rolloutToken(found, 'edge'));
  }
  return {
    sendFor: (address, path, init) =>
      fetch(api() + path, { ...init, headers: { [addressHeader]: address } }),
    hasToken: () => findToken() !== undefined,
    async send(path, init) {
      const own = await findToken();
      const headers = new Headers(init.headers);
      if (own) headers.set('authorization', `Bearer ${own}`);
      const answer = await fetch(api() + path, { ...init, headers });
      // The token may come from another installation's secret: fall back to our own.
      if (answer.status === 401) token = fixedToken;
      return answer;
    },
  };
}
