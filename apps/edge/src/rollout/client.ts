import type { EdgeToken } from './edge-token.ts';

/** Sends a rollout call to the API, authenticated as a program of this installation. */
export type CallRollout = (path: string, body: object, signal: AbortSignal) => Promise<unknown>;

export function createRolloutClient(api: () => string, token: EdgeToken): CallRollout {
  return async (path, body, signal) => {
    const known = await token.read();
    if (!known)
      throw new Error('no secret: set EDGE_TOKEN or APP_SECRET, or share the data folder');
    const answer = await fetch(`${api()}/internal/rollout/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${known}` },
      body: JSON.stringify(body),
      signal,
    });
    if (answer.ok) return answer.json();
    await answer.body?.cancel();
    // The token may come from another installation's secret.
    if (answer.status === 401) token.forget();
    throw new Error(`rollout ${path} failed with ${answer.status}`);
  };
}
