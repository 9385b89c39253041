import type { OwnCalls } from '../proxy/own-calls.ts';

/** Sends a rollout call to the API, authenticated as a program of this installation. */
export type CallRollout = (path: string, body: object, signal: AbortSignal) => Promise<unknown>;

export function createRolloutClient({ hasToken, send }: OwnCalls): CallRollout {
  return async (path, body, signal) => {
    if (!(await hasToken()))
      throw new Error('no secret: set EDGE_TOKEN or APP_SECRET, or share the data folder');
    const answer = await send(`/internal/rollout/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
    if (answer.ok) return answer.json();
    await answer.body?.cancel();
    throw new Error(`rollout ${path} failed with ${answer.status}`);
  };
}
