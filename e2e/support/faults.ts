import type { APIResponse, Route } from '@playwright/test';

/** The ways in which loading a release file can fail, as seen by the browser. */
export type Fault = (route: Route) => unknown;

const html = '<!doctype html><title>404</title><p>not here';

export const faults = {
  'cannot be reached': (route) => route.abort(),
  'answers 404': (route) => route.fulfill({ status: 404, body: 'no' }),
  'answers 500': (route) => route.fulfill({ status: 500, body: 'no' }),
  hangs: () => undefined,
  'serves a page instead of a program': (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  'is cut off': async (route) => {
    const { response, text } = await fetchOriginal(route);
    await route.fulfill({ response, body: text.slice(0, text.length / 2) });
  },
  'comes as another type': async (route) => {
    const { response, text } = await fetchOriginal(route);
    const headers = { ...response.headers(), 'content-type': 'application/octet-stream' };
    await route.fulfill({ response, headers, body: text });
  },
} satisfies Record<string, Fault>;

/** Fetches the real response. Node cannot resolve the host names that browsers can. */
export async function fetchOriginal(
  route: Route,
): Promise<{ response: APIResponse; text: string }> {
  const address = new URL(route.request().url());
  const headers = { ...route.request().headers(), host: address.host };
  address.hostname = '127.0.0.1';
  const response = await route.fetch({ url: address.href, headers });
  return { response, text: await response.text() };
}
