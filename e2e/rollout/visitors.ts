import { fetchAs } from '@cme/commons/api-client/node';
import type { Page } from '@playwright/test';
import type { Application } from '@cme/contract/site/rollout';
import { createRolloutClient } from '../../tools/rollout/client.ts';
import { expect } from '../support/journey.ts';
import { direct } from '../support/origins.ts';
import { readReleaseId, stackEnv } from './operator.ts';

/**
 * Reports an error in this page from so many networks, as the page would: each loads it with the
 * browser's cookies, for a ticket of its own. A browser cannot choose the address that it sends from.
 */
export async function reportFailures(
  page: Page,
  application: Application,
  networks: number,
): Promise<void> {
  const { origin, pathname } = new URL(page.url());
  const release = `${application}/${await readReleaseId(page, application)}`;
  const cookies = await page.context().cookies(origin);
  const cookie = cookies
    .filter(({ name }) => name === 'cme_release')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  for (let index = 1; index <= networks; index += 1) {
    const send = fetchAs(direct.hostOf(origin), `127.0.1.${index}`);
    const loaded = await send(direct.address + pathname, { headers: { cookie } });
    const ticket = /ticket;desc="([^"]+)"/.exec(loaded.headers.get('server-timing') ?? '')?.[1];
    const body = { ticket, started: release, pages: [release], errors: [release] };
    const reported = await send(`${direct.address}/edge/health`, {
      method: 'POST',
      headers: { origin },
      body: JSON.stringify(body),
    });
    expect(reported.status).toBe(204);
  }
}

/** What pages have reported about the candidate of this area. */
export async function readCandidateHealth(area: Application) {
  const { health } = await createRolloutClient(stackEnv()).report({ most: 1 });
  const { candidate, networks } = health[area] ?? {};
  return { errors: candidate?.errors ?? 0, networks: networks?.candidate ?? 0 };
}
