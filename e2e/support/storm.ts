import type { Page, Route } from '@playwright/test';
import { expect } from './journey.ts';
import { places } from './places.ts';

interface Client {
  send(call: object, body: object): Promise<unknown>;
}
interface Share {
  lib?: () => Client;
  useIn?: string[];
}
interface Federated {
  __FEDERATION__: {
    __INSTANCES__: { shareScopeMap: { default?: Record<string, Record<string, Share>> } }[];
  };
}

export const calls = 50;
const path = '/qm/api/learn/explain';

/** The copies of the API client on this page, and the areas that use them. */
export const clients = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() => {
    const found =
      (globalThis as unknown as Federated).__FEDERATION__.__INSTANCES__[0]?.shareScopeMap.default?.[
        '@cme/commons/api-client'
      ] ?? {};
    return Object.fromEntries(
      Object.entries(found).flatMap(([version, { lib, useIn }]) =>
        lib ? [[version, [...new Set(useIn)]]] : [],
      ),
    );
  });

/** Sends fifty calls at once, distributed over all API clients of the page, and answers them with
 * the error when all have been sent. Returns what the callers received. */
export async function storm(page: Page, statusCode: number): Promise<number[]> {
  const held: Route[] = [];
  const hold = async (route: Route) => {
    held.push(route);
    if (held.length < calls) return;
    const body = JSON.stringify({ isSuccess: false, statusCode, message: 'refused', data: {} });
    await Promise.all(
      held.map((one) => one.fulfill({ status: statusCode, contentType: 'application/json', body })),
    );
  };
  await page.route(`**${path.replace('/qm/api/', '/qm/api/v5/')}`, hold);
  const outcomes = await page.evaluate(
    async ([count, address]) => {
      const found =
        (globalThis as unknown as Federated).__FEDERATION__.__INSTANCES__[0]?.shareScopeMap
          .default?.['@cme/commons/api-client'] ?? {};
      const copies = Object.values(found).flatMap(({ lib }) => (lib ? [lib()] : []));
      const call = {
        path: address,
        access: 'learner',
        encoding: 'form',
        data: { safeParse: (data: unknown) => ({ success: true, data }) },
      };
      const sent = Array.from({ length: count }, (_, turn) =>
        copies[turn % copies.length]?.send(call, {}),
      );
      return (await Promise.allSettled(sent)).map((one) =>
        one.status === 'rejected'
          ? Number((one.reason as { statusCode?: number }).statusCode)
          : 200,
      );
    },
    [calls, path] as const,
  );
  await page.unroute(`**${path.replace('/qm/api/', '/qm/api/v5/')}`, hold);
  expect(held, 'calls that were refused').toHaveLength(calls);
  return outcomes;
}

/** Serves the user centre's build as a newer release, which loads its own copy of commons. Its hash
 * differs, so the page carries no integrity value for it. */
export async function newerUserCentre(page: Page): Promise<void> {
  await page.route(/\/user-centre\/.*remoteEntry\.js$/, (route) =>
    change(route, /(@cme\/commons\/[^}]*?["'`]\^?1)\.0\.0\b/g, '$1.9.0'),
  );
  await page.route(
    (url) => url.origin === places.hospital,
    (route) =>
      // Firefox also labels beacons sent on unload as documents.
      route.request().resourceType() === 'document' && route.request().method() === 'GET'
        ? change(route, /,"integrity":"[^"]*"| integrity="[^"]*"/g, '')
        : route.fallback(),
  );
}

async function change(route: Route, pattern: RegExp, by: string): Promise<void> {
  const address = new URL(route.request().url());
  const reply = await route.fetch({
    url: address.href.replace(address.hostname, '127.0.0.1'),
    headers: { ...(await route.request().allHeaders()), host: address.host },
    maxRedirects: 0,
  });
  await route.fulfill({ response: reply, body: (await reply.text()).replaceAll(pattern, by) });
}
