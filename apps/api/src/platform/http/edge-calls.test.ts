import { wirePath } from '@cme/contract/base';
import { siteLogo } from '@cme/contract/site';
import { SiteDomains, siteDomainsPath } from '@cme/contract/site/domains';
import { RolloutReport, RolloutState, rolloutToken } from '@cme/contract/site/rollout';
import { beforeAll, describe, expect, it } from 'vitest';
import { mobile, signedInPerson } from '../../../test/people.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { testSecret } from '../../../test/test-api.ts';
import { insertFactor } from '../../person/identity/factor/factor.store.ts';
import { openStaffSession } from '../../person/identity/factor/staff-session.store.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { findUser, setRoles } from '../../person/identity/user.store.ts';
import { site } from '../sites/site.tables.ts';

/** Calls a minute of a network's strangers; twenty times as many of anybody there. */
const rateLimit = 20;
const api = await startApiForFile({ settings: { rateLimit } });
let edge = '';
let session = '';
let token = '';
beforeAll(async () => {
  edge = `Bearer ${await rolloutToken(new TextEncoder().encode(testSecret), 'edge')}`;
});

const post = (path: string, authorization = '', from = '', body: object = {}) =>
  fetch(api.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(authorization && { authorization }),
      ...(from && { 'x-forwarded-for': from }),
    },
    body: JSON.stringify(body),
  });
const logo = (authorization = '', from = '') =>
  post(wirePath(siteLogo.path), authorization, from, { full_domain_name: 'cme.localhost' });
const statuses = async (count: number, send: () => Promise<Response>) => {
  const answers = await Promise.all(Array.from({ length: count }, send));
  return new Set(answers.map(({ status }) => status));
};

describe('beside a flood from the address of an edge and one from a visitor', () => {
  beforeAll(async () => {
    const person = await signedInPerson(api, 1, { real_name: '沈知行' });
    await setRoles(api.db, person.user_id, ['learner', 'rollout_operator']);
    const [keys, confirmed_at] = [deriveKeys(api.context.settings), api.clock.now()];
    const { user_id } = person;
    const factor = await insertFactor(api.db, keys, confirmed_at, { user_id, confirmed_at });
    const row = await findUser(api.db, user_id);
    session = await openStaffSession(api.db, confirmed_at, row!, factor.factor_id);
    token = person.token;
    expect(await statuses(20 * rateLimit + 20, () => logo())).toContain(429);
    expect(await statuses(40, () => logo('', '203.0.113.9'))).toContain(429);
  });

  it("an edge's own calls are all answered", async () => {
    expect(await statuses(40, () => logo(edge))).toEqual(new Set([200]));
    expect(await statuses(40, () => post(siteDomainsPath, edge))).toEqual(new Set([200]));
    const follow = { edge: 'edge-1', revision: -1, refused: [], now: true };
    const answer = await post('/internal/rollout/follow', edge, '', follow);
    expect(RolloutState.parse(await answer.json()).revision).toBeGreaterThanOrEqual(0);
  });

  it("an operator's commands are answered, and so is any other visitor", async () => {
    const operator = `Session ${Buffer.from(`${mobile(1)}:${session}`).toString('base64')}`;
    const report = await post('/internal/rollout/report', operator);
    expect(RolloutReport.parse(await report.json()).state).toBeDefined();
    expect((await logo('', '198.51.100.1')).status).toBe(200);
  });

  it("nothing else is answered at the edge's address, whoever asks", async () => {
    const headers = { 'content-type': 'application/json', 'x-token': token };
    const body = JSON.stringify({ full_domain_name: 'cme.localhost' });
    const sendFrom = (from: object) =>
      fetch(api.url + wirePath(siteLogo.path), {
        method: 'POST',
        headers: { ...headers, ...from },
        body,
      });
    expect((await sendFrom({})).status).toBe(429);
    expect((await sendFrom({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(200);
  });

  it('pictures are served', async () => {
    const picture = () => fetch(`${api.url}/qm/static/logos/main.svg`);
    expect(await statuses(40, picture)).not.toContain(429);
  });

  it.each(['Bearer wrong', 'Bearer ', 'Basic YTpi', 'Bearer ' + 'f'.repeat(64)])(
    'a wrong token opens nothing: %s',
    async (authorization) => {
      expect((await logo(authorization, '203.0.113.9')).status).toBe(429);
      expect((await post(siteDomainsPath, authorization, '192.0.2.1')).status).toBe(401);
    },
  );
});

it('an edge gets every domain of every site, also of one that was just created', async () => {
  const domains = async () => SiteDomains.parse(await (await post(siteDomainsPath, edge)).json());
  const { domains: before } = await domains();
  for (const host of ['cme.localhost', 'player.cme.localhost', 'user.cme.localhost'])
    expect(before).toContain(host);
  await api.db.insert(site).values({
    site_id: 'new',
    site_name: '新站',
    site_short_name: '新站',
    domain: 'new.localhost',
  });
  await expect.poll(async () => (await domains()).domains).toContain('new.localhost');
});
