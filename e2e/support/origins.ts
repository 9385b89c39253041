import type { APIResponse, Route } from '@playwright/test';

const port = process.env.STACK_PORT ?? '8080';
const scheme = process.env.STACK_SCHEME ?? 'http';

const originOf = (host: string) => `${scheme}://${host}:${port}`;

/** The origins of the stack under test. */
export const origins = {
  main: originOf('cme.localhost'),
  player: originOf('player.cme.localhost'),
  user: originOf('user.cme.localhost'),
  hospital: originOf('hospital.localhost'),
  city: originOf('city.localhost'),
  ended: originOf('ended.localhost'),
  opening: originOf('opening.localhost'),
  unknown: originOf('stranger.localhost'),
  test: originOf('localhost'),
};

/** Node does not resolve these names: the address to connect to, and the Host header to send. */
export const direct = {
  address: `${scheme}://127.0.0.1:${port}`,
  hostOf: (origin: string) => new URL(origin).host,
};

/** The response to the request of a route. */
export function fetchRouted(route: Route): Promise<APIResponse> {
  const { host, pathname, search } = new URL(route.request().url());
  const headers = { ...route.request().headers(), host };
  return route.fetch({ url: direct.address + pathname + search, headers });
}
