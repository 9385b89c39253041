import { rolloutToken } from '@cme/contract/site/rollout';

/** Sends a rollout call to the API, authenticated as a program of this installation. */
export type CallRollout = (path: string, body: object, signal: AbortSignal) => Promise<unknown>;

export function createRolloutClient(
  api: () => string,
  secret: () => Uint8Array<ArrayBuffer> | undefined,
  edgeToken = '',
): CallRollout {
  const fixedToken = edgeToken ? Promise.resolve(edgeToken) : undefined;
  let token = fixedToken;
  return async (path, body, signal) => {
    const found = token ? undefined : secret();
    if (!token && !found)
      throw new Error('no secret: set EDGE_TOKEN or APP_SECRET, or share the data folder');
    token ??= rolloutToken(found as Uint8Array<ArrayBuffer>, 'edge');
    const answer = await fetch(`${api()}/internal/rollout/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await token}` },
      body: JSON.stringify(body),
      signal,
    });
    if (answer.ok) return answer.json();
    await answer.body?.cancel();
    // The token may come from another installation's secret: fall back to our own.
    if (answer.status === 401) token = fixedToken;
    throw new Error(`rollout ${path} failed with ${answer.status}`);
  };
}
