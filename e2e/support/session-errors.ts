import type { Page, Route } from '@playwright/test';
import { expect } from './journey.ts';
import { origins } from './origins.ts';

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

export const callCount = 50;
const path = '/qm/api/learn/explain';

/** The copies of the API client on this page, and the areas that use them. */
export const findClients = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() => {
    const copies =
      (globalThis as unknown as Federated).__FEDERATION__.__INSTANCES__[0]?.shareScopeMap.default?.[
        '@cme/commons/api-client'
      ] ?? {};
    return Object.fromEntries(
      Object.entries(copies).flatMap(([version, { lib, useIn }]) =>
        lib ? [[version, [...new Set(useIn)]]] : [],
      ),
    );
  });

/** Sends fifty calls at once, distributed over all API clients of the page, and answers them with
 * the error when all have been sent. Returns what the callers received. */
export async function refuseCallsAtOnce(page: Page, statusCode: number): Promise<number[]> {
  const heldRoutes: Route[] = [];
  const holdRoute = async (route: Route) => {
    heldRoutes.push(route);
    if (heldRoutes.length < callCount) return;
    const body = JSON.stringify({ isSuccess: false, statusCode, message: 'refused', data: {} });
    await Promise.all(
      heldRoutes.map((route) =>
        route.fulfill({ status: statusCode, contentType: 'application/json', body }),
      ),
    );
  };
  await page.route(`**${path.replace('/qm/api/', '/qm/api/v5/')}`, holdRoute);
  const statusCodes = await page.evaluate(
    async ([count, address]) => {
      const clientsByVersion =
        (globalThis as unknown as Federated).__FEDERATION__.__INSTANCES__[0]?.shareScopeMap
          .default?.['@cme/commons/api-client'] ?? {};
      const copies = Object.values(clientsByVersion).flatMap(({ lib }) => (lib ? [lib()] : []));
      const call = {
        path: address,
        access: 'learner',
        encoding: 'form',
        data: { safeParse: (data: unknown) => ({ success: true, data }) },
      };
      const replies = Array.from({ length: count }, (_, index) =>
        copies[index % copies.length]?.send(call, {}),
      );
      return (await Promise.allSettled(replies)).map((outcome) =>
        outcome.status === 'rejected'
          ? Number((outcome.reason as { statusCode?: number }).statusCode)
          : 200,
      );
    },
    [callCount, path] as const,
  );
  await page.unroute(`**${path.replace('/qm/api/', '/qm/api/v5/')}`, holdRoute);
  expect(heldRoutes, 'calls that were refused').toHaveLength(callCount);
  return statusCodes;
}

/** Serves the user centre's build as a newer release, which loads its own copy of commons. Its hash
 * differs, so the page carries no integrity value for it. */
export async function serveNewerUserCentre(page: Page): Promise<void> {
  await page.route(/\/user-centre\/.*remoteEntry\.js$/, (route) =>
    replaceInResponse(route, /(@cme\/commons\/[^}]*?["'`]\^?1)\.\d+\.0\b/g, '$1.99.0'),
  );
  await page.route(
    (url) => url.origin === origins.hospital,
    (route) =>
      // Firefox also labels beacons sent on unload as documents.
      route.request().resourceType() === 'document' && route.request().method() === 'GET'
        ? replaceInResponse(route, /,"integrity":"sha[^"]*"| integrity="sha[^"]*"/g, '')
        : route.fallback(),
  );
}

async function replaceInResponse(
  route: Route,
  pattern: RegExp,
  replacement: string,
): Promise<void> {
  const address = new URL(route.request().url());
  const reply = await route.fetch({
    url: address.href.replace(address.hostname, '127.0.0.1'),
    headers: { ...(await route.request().allHeaders()), host: address.host },
    maxRedirects: 0,
  });
  await route.fulfill({
    response: reply,
    body: (await reply.text()).replaceAll(pattern, replacement),
  });
}
