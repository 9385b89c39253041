import {
  type PageReport,
  RolloutReport,
  type RolloutState,
  rolloutToken,
  signForEdges,
} from '@cme/contract/site/rollout';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mobile, password, signedInPerson } from '../../../test/people.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { testSecret } from '../../../test/test-api.ts';
import { insertFactor } from '../../person/identity/factor/factor.store.ts';
import { openStaffSession } from '../../person/identity/factor/staff-session.store.ts';
import { factorCodeAt } from '../../person/identity/factor/totp.rules.ts';
import { user } from '../../person/identity/identity.tables.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { setRoles } from '../../person/identity/user.store.ts';
import { noSums } from './health.rules.ts';
import { rollout, rolloutEvent, rolloutNetwork } from './rollout.tables.ts';

const [A, B, C] = ['a'.repeat(12), 'b'.repeat(12), 'c'.repeat(12)] as const;
let created = 0;
/** Rollbacks are remembered, so this test uses its own release. */
const newRelease = () => `${++created}`.padStart(12, 'd');
const secret = new TextEncoder().encode(testSecret);
const api = await startApiForFile();
let edge = '';
const staff: Record<number, { user_id: string }> = {};
const factors: Record<number, { factor_id: string; secret: string }> = {};
let start = '';
beforeAll(async () => {
  edge = `Bearer ${await rolloutToken(secret, 'edge')}`;
  start = `Bearer ${await rolloutToken(secret, 'start')}`;
  const [named, other] = [
    await signedInPerson(api, 1, { real_name: '沈知行' }),
    await signedInPerson(api, 2),
  ];
  await setRoles(api.db, named.user_id, ['learner', 'rollout_operator']);
  await setRoles(api.db, other.user_id, ['learner', 'finance']);
  await signedInPerson(api, 3);
  const keys = deriveKeys(api.context.settings);
  const confirmed_at = api.clock.now();
  for (const [n, { user_id }] of [
    [1, named],
    [2, other],
  ] as const) {
    staff[n] = { user_id };
    factors[n] = await insertFactor(api.db, keys, confirmed_at, { user_id, confirmed_at });
  }
});
beforeEach(async () => {
  api.clock.pass(7_200_000);
  const state = { revision: 0, areas: {} };
  await api.db.update(rollout).set(state);
  await api.db.delete(rolloutNetwork);
  await callRollout('built', { builds: { player: A, portal: A } }, start);
});

const account = (n: number, secretWord = password) =>
  `Basic ${Buffer.from(`${mobile(n)}:${secretWord}`).toString('base64')}`;

/** The authorization of somebody with a session on the command line. */
async function authorizeBySession(n: number): Promise<string> {
  const [row] = await api.db
    .select()
    .from(user)
    .where(eq(user.user_id, staff[n]?.user_id ?? ''));
  const factor = factors[n]?.factor_id ?? '';
  const token = await openStaffSession(api.db, api.clock.now(), row!, factor);
  return `Session ${Buffer.from(`${mobile(n)}:${token}`).toString('base64')}`;
}

async function callRollout(path: string, body: object, authorization?: string, code?: string) {
  const answer = await fetch(`${api.url}/internal/rollout/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(authorization && { authorization }),
      ...(code && { 'x-staff-code': code }),
    },
    body: JSON.stringify(body),
  });
  const session = answer.headers.get('x-staff-session');
  return { status: answer.status, session, body: (await answer.json()) as Record<string, unknown> };
}

let requests = 0;
const command = async (action: string, more: object = {}, as?: string, code?: string) =>
  callRollout(
    'command',
    { request_id: `request-${++requests}`, action, area: 'player', reason: '试用', ...more },
    as ?? (await authorizeBySession(1)),
    code,
  );
const report = async () => RolloutReport.parse((await callRollout('report', {}, edge)).body);
const player = async () => (await report()).state.areas['player'];
const readEvents = (request: string) =>
  api.db.select().from(rolloutEvent).where(eq(rolloutEvent.request_id, request));

const minute = () => `${api.clock.now().toISOString().slice(0, 16)}Z`;
interface Visits {
  pages: number;
  /** Pages with an error. */
  errors?: number;
  lcp?: number;
  lcp_poor?: number;
  /** They come from so many networks; otherwise each from its own. */
  networks?: number;
  site?: string;
  edge?: string;
}
let tickets = 0;
/** Reports of pages, each with the ticket of its own page. */
function newReports(release: string, { pages, networks = pages, ...more }: Visits): PageReport[] {
  const counts = { errors: 0, lcp: 0, lcp_poor: 0, ...more };
  return Array.from({ length: pages }, (_, index) => ({
    ticket: `${++tickets}`.padStart(16, '0'),
    minute: minute(),
    site: more.site ?? 'cme.localhost',
    network: (index % networks).toString(16).padStart(4, '0'),
    area: 'player' as const,
    release,
    metrics: [
      'pages' as const,
      ...(['errors', 'lcp', 'lcp_poor'] as const).filter((metric) => index < counts[metric]),
    ],
  }));
}
const reportPages = async (reports: PageReport[], name = 'edge-1') => {
  for (let first = 0; first < reports.length; first += 500) {
    const some = reports.slice(first, first + 500);
    const told = await callRollout('counts', { edge: name, rows: [], reports: some }, edge);
    expect(told.status).toBe(200);
  }
};
const visited = (release: string, visits: Visits) =>
  reportPages(newReports(release, visits), visits.edge);
const follow = (revision: number, more: object = {}) =>
  callRollout('follow', { edge: 'edge-1', revision, refused: [], ...more }, edge);

describe('access to the rollout', () => {
  it.each([
    ['a guest', undefined, 401],
    ['an edge', 'edge', 401],
    ['a wrong password', account(1, 'wrong'), 403],
    ['a password without a code', account(1), 403],
    ['staff without the role', 2, 403],
    ['a learner', account(3), 403],
  ])('is refused to %s', async (_name, as, status) => {
    const authorization = typeof as === 'number' ? await authorizeBySession(as) : as;
    const refused = await command(
      'start',
      { release: B },
      as === 'edge' ? edge : (authorization ?? ''),
    );
    expect(refused).toMatchObject({ status, body: { code: 'account' } });
    expect(refused.body['message']).toMatch(/[\u4e00-\u9fff]/);
    expect(await player()).toMatchObject({ candidate: null });
  });

  it('is granted to a named operator, who is logged with the reason', async () => {
    expect(await command('start', { release: B, reason: '新播放器' })).toMatchObject({
      status: 200,
      body: { by: '沈知行' },
    });
    expect(await readEvents(`request-${requests}`)).toMatchObject([
      {
        action: 'start',
        area: 'player',
        from: A,
        to: B,
        percent: 10,
        by: '沈知行',
        reason: '新播放器',
      },
    ]);
    expect((await report()).events[0]).toMatchObject({ action: 'start', by: '沈知行' });
  });

  it('needs the code of the second factor, once; the session of the answer serves for 15 minutes', async () => {
    api.clock.pass(30_000);
    const code = factorCodeAt(factors[1]!.secret, api.clock.now());
    const refused = await command(
      'start',
      { release: B, percent: 10, revision: -1 },
      account(1),
      code,
    );
    expect(refused).toMatchObject({ status: 409, session: expect.any(String) });
    expect(await command('start', { release: B }, account(1), code)).toMatchObject({ status: 403 });
    const session = `Session ${Buffer.from(`${mobile(1)}:${refused.session}`).toString('base64')}`;
    expect(await command('start', { release: B }, session)).toMatchObject({ status: 200 });
    api.clock.pass(15 * 60_000);
    expect(await command('pause', {}, session)).toMatchObject({
      status: 401,
      body: { code: 'session' },
    });
  });

  it('to follow, count, and set local builds is limited to programs of this installation', async () => {
    expect((await callRollout('follow', { edge: 'x', revision: 1, refused: [] })).status).toBe(401);
    expect(
      (await callRollout('follow', { edge: 'x', revision: 1, refused: [] }, start)).status,
    ).toBe(401);
    expect(
      (await callRollout('counts', { edge: 'x', rows: [] }, await authorizeBySession(1))).status,
    ).toBe(401);
    expect((await callRollout('built', { builds: { player: B } }, edge)).status).toBe(401);
    expect((await callRollout('report', {})).status).toBe(401);
    expect((await callRollout('report', {}, 'Bearer another')).body['message']).toMatch(
      /EDGE_TOKEN/,
    );
    expect((await callRollout('report', {}, await authorizeBySession(1))).status).toBe(200);
  });

  it('the event log cannot be changed', async () => {
    await command('lock');
    await expect(
      api.db.update(rolloutEvent).set({ reason: 'another' }).execute(),
    ).rejects.toThrow();
    await expect(api.db.delete(rolloutEvent).execute()).rejects.toThrow();
  });
});

describe('a command', () => {
  it('moves a candidate through its stages to everybody', async () => {
    await command('start', { release: B });
    await command('promote', { percent: 50 });
    expect(await player()).toMatchObject({ stable: A, candidate: B, percent: 50 });
    await visited(B, { pages: 90 });
    expect((await command('promote')).status).toBe(200);
    expect(await player()).toMatchObject({ stable: B, candidate: null, previous: [A] });
    await command('rollback');
    expect(await player()).toMatchObject({ stable: A, lock: { by: '沈知行', reason: '试用' } });
  });

  it('that is sent again is executed once', async () => {
    const request_id = 'the-same-request';
    await command('start', { release: B, request_id });
    await command('abort');
    expect((await command('start', { release: B, request_id })).status).toBe(200);
    expect(await player()).toMatchObject({ candidate: null });
    expect(await readEvents(request_id)).toHaveLength(1);
  });

  it('changes nothing as a dry run', async () => {
    const shown = await command('start', { release: B, dry: true }, edge);
    const { state } = shown.body as { state: RolloutState };
    expect(state.areas['player']).toMatchObject({ candidate: B });
    expect(await player()).toMatchObject({ candidate: null });
    expect(await readEvents(`request-${requests}`)).toEqual([]);
  });

  it('is refused after a concurrent change', async () => {
    const { revision } = (await report()).state;
    await command('lock', { area: 'portal' });
    expect(await command('start', { release: B, revision })).toMatchObject({
      status: 409,
      body: { code: 'moved' },
    });
  });

  it.each([
    [{ release: 'nothing' }, 400, 'usage'],
    [{ area: 'console' }, 400, 'usage'],
    [{ release: B, percent: 101 }, 400, 'usage'],
    [{ release: B, percent: 1.5 }, 400, 'usage'],
    [{ release: B, site: 'a b' }, 400, 'usage'],
    [{ release: B, site: 'hopital.localhost' }, 400, 'usage'],
    [{ release: A }, 409, 'refused'],
  ])('with %j is refused', async (wrong, status, code) => {
    expect(await command('start', wrong)).toMatchObject({ status, body: { code } });
  });

  it('names the domains when its own is unknown', async () => {
    const { body } = await command('lock', { site: 'hopital.localhost', dry: true });
    expect(body['message']).toMatch(/hopital\.localhost.*现有：.*hospital\.localhost/);
  });

  it('of two concurrent ones is executed in turn', async () => {
    const both = await Promise.all([
      command('start', { release: B }),
      command('start', { release: C }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('an edge', () => {
  it('that long-polls is notified of a change at once', async () => {
    const { revision } = (await report()).state;
    const waiting = follow(revision);
    const begun = performance.now();
    await expect
      .poll(async () => (await report()).edges.map((edge) => edge.revision))
      .toEqual([revision]);
    await command('start', { release: B });
    expect((await waiting).body).toMatchObject({ revision: revision + 1 });
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it('that is behind is answered at once, as is one that starts', async () => {
    expect((await follow(-1)).body).toMatchObject({ areas: { player: { stable: A } } });
    const { revision } = (await report()).state;
    expect((await follow(revision, { now: true })).body).toMatchObject({ revision });
  });

  it('reports refused releases until it disappears', async () => {
    const refused = [{ area: 'player', release: B, reason: '签名不符' }];
    await follow(-1, { edge: 'edge-2', refused });
    expect((await report()).edges).toMatchObject([{ edge: 'edge-2', refused }]);
    api.clock.pass(60_000);
    expect((await report()).edges).toEqual([]);
  });
});

describe('health reports', () => {
  it('count once for each ticket, also through several edges at the same time', async () => {
    const reports = newReports(A, { pages: 10, errors: 1 });
    await Promise.all(['edge-1', 'edge-2', 'edge-1'].map((name) => reportPages(reports, name)));
    await visited(A, { pages: 5, edge: 'edge-2' });
    api.clock.pass(60_000);
    await visited(A, { pages: 3 });
    await reportPages(reports);
    expect((await report()).health['player']).toMatchObject({
      verdict: 'none',
      stable: { pages: 18, errors: 1 },
      networks: { stable: 10 },
    });
  });

  it('of a page may arrive in parts, which count for the same ticket', async () => {
    const [first] = newReports(A, { pages: 1 });
    if (!first) throw new Error('no report');
    await reportPages([first]);
    await reportPages([{ ...first, metrics: ['pages', 'errors', 'lcp'] }]);
    expect((await report()).health['player']?.stable).toMatchObject({
      pages: 1,
      errors: 1,
      lcp: 1,
    });
  });

  it('that come an hour after their page are ignored, because their tickets may be forgotten', async () => {
    await command('start', { release: B });
    const late = newReports(B, { pages: 3 });
    api.clock.pass(3_600_000);
    await reportPages(late);
    await visited(B, { pages: 2 });
    expect((await report()).health['player']).toMatchObject({ candidate: { pages: 2 } });
  });

  it('of older edges, which know no networks, are accepted and decide nothing', async () => {
    await command('start', { release: B, minutes: 30 });
    const row = { ...noSums, minute: minute(), area: 'player', release: B };
    const rows = [{ ...row, pages: 500, errors: 500 }];
    const of_sites = rows.map((one) => ({ ...one, site: 'hospital.localhost' }));
    expect((await callRollout('counts', { edge: 'edge-0', rows, of_sites }, edge)).status).toBe(
      200,
    );
    expect(await player()).toMatchObject({ candidate: B, lock: null });
    expect((await report()).health['player']).toMatchObject({
      verdict: 'waiting',
      candidate: { pages: 0 },
    });
  });

  it('roll a bad candidate back, lock the area and give the reason', async () => {
    const bad = newRelease();
    await visited(A, { pages: 150 });
    await command('start', { release: bad });
    await visited(bad, { pages: 11, errors: 10 });
    expect(await player()).toMatchObject({ candidate: bad });
    await visited(bad, { pages: 16, errors: 15 });
    expect(await player()).toMatchObject({
      stable: A,
      candidate: null,
      lock: { by: '系统', reason: expect.stringMatching(/自动中止：出错：16 个网络中有 15 个/) },
    });
    expect((await report()).events[0]).toMatchObject({ action: 'abort', by: '系统', from: bad });
    expect(await command('start', { release: bad })).toMatchObject({ body: { code: 'locked' } });
    expect(api.logged()).toMatch(/"alarm":"rollout"/);
  });

  it('of ten networks never decide, however many they send and however few others there are', async () => {
    const good = newRelease();
    await visited(A, { pages: 150 });
    await command('start', { release: good, minutes: 30 });
    await visited(good, { pages: 1000, errors: 1000, networks: 1 });
    await visited(good, { pages: 1000, errors: 1000, networks: 10 });
    expect(await player()).toMatchObject({ candidate: good, lock: null });
    expect((await report()).health['player']).toMatchObject({
      verdict: 'waiting',
      is_suspect: true,
      words: expect.stringMatching(/疑似异常.*请人工判断.*10 个网络中有 10 个/),
    });
    expect(api.logged()).toContain(`player  ${good}: 疑似异常`);
  });

  it('block restarting a rolled-back candidate except with --force', async () => {
    const bad = newRelease();
    await visited(A, { pages: 150 });
    await command('start', { release: bad });
    await visited(bad, { pages: 20, errors: 20 });
    await command('unlock');
    const again = { release: bad, reason: '已查明是探针误报' };
    for (const dry of [true, false])
      expect(await command('start', { ...again, dry })).toMatchObject({
        status: 409,
        body: { code: 'health', message: expect.stringMatching(/曾被自动收回（.*出错：20 个网络/) },
      });
    expect((await command('start', { ...again, force: true })).status).toBe(200);
    expect(await player()).toMatchObject({ stable: A, candidate: bad });
    expect((await command('pause')).status).toBe(200);
    expect((await command('start', { ...again, force: true })).status, 'goes on').toBe(200);
    expect((await report()).events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'abort', from: bad, by: '系统' }),
        expect.objectContaining({ action: 'start', to: bad, reason: again.reason }),
      ]),
    );
  });

  it('block promoting a slow candidate except with --force', async () => {
    await visited(A, { pages: 150, lcp: 150, lcp_poor: 8 });
    await command('start', { release: B });
    await visited(B, { pages: 100, lcp: 100, lcp_poor: 60 });
    expect((await report()).health['player']).toMatchObject({ verdict: 'slow' });
    for (const more of [{}, { percent: 50 }])
      expect(await command('promote', more)).toMatchObject({ body: { code: 'health' } });
    expect((await command('promote', { force: true })).status).toBe(200);
  });

  it('roll it back on the one domain that went first', async () => {
    const bad = newRelease();
    const site = 'hospital.localhost';
    await visited(A, { pages: 150 });
    await command('start', { release: bad, site, percent: 100 });
    await visited(bad, { pages: 20, errors: 19, site });
    expect(await player()).toMatchObject({
      lock: null,
      sites: { [site]: { stable: A, candidate: null, lock: { by: '系统' } } },
    });
  });

  it('of a domain that goes first count that domain’s pages only', async () => {
    const next = newRelease();
    const site = 'hospital.localhost';
    await visited(A, { pages: 150 });
    await command('start', { release: next, site, percent: 100 });
    await command('start', { release: next, percent: 0 });
    await visited(next, { pages: 300, errors: 2 });
    await visited(next, { pages: 90, site });
    const { health } = await report();
    expect(health['player']).toMatchObject({ candidate: { pages: 390, errors: 2 } });
    expect(health[`player ${site}`]).toMatchObject({
      verdict: 'good',
      candidate: { pages: 90, errors: 0 },
      stable: { pages: 150 },
    });
  });

  it('compare a domain of many networks with its own baseline', async () => {
    const next = newRelease();
    const site = 'hospital.localhost';
    await command('start', { release: next, site, percent: 50 });
    await visited(A, { pages: 100, errors: 30, site });
    await visited(next, { pages: 100, errors: 30, site });
    expect((await report()).health[`player ${site}`]).toMatchObject({
      verdict: 'waiting',
      stable: { pages: 100, errors: 30 },
    });
    expect((await player())?.sites[site]).toMatchObject({ candidate: next });
  });
});

describe('promoting a candidate whose health was not judged', () => {
  beforeEach(async () => {
    await command('start', { release: B });
    await visited(B, { pages: 300, networks: 3 });
  });

  it.each([
    ['to everybody', 'promote', {}],
    ['to everybody by its share', 'promote', { percent: 100 }],
    ['to everybody by going on after a pause', 'start', { percent: 100 }],
  ])('%s is refused, with what is missing', async (_name, action, more) => {
    if (action === 'start') await command('pause');
    for (const dry of [true, false])
      expect(await command(action, { ...more, dry })).toMatchObject({
        status: 409,
        body: {
          code: 'health',
          message: expect.stringMatching(/来自 3 个网络，需要 \d+ 个.*--force/),
        },
      });
    expect(await player()).toMatchObject({ stable: A, candidate: B, percent: 10 });
  });

  it('to a larger share is allowed, so that more networks are seen', async () => {
    expect((await command('promote', { percent: 50 })).status).toBe(200);
  });

  it('is possible with --force and a reason', async () => {
    for (const reason of ['', '  '])
      expect(await command('promote', { force: true, reason })).toMatchObject({
        status: 400,
        body: { code: 'usage' },
      });
    expect((await command('promote', { force: true, reason: '三家医院都看过' })).status).toBe(200);
    expect((await report()).events[0]).toMatchObject({ to: B, reason: '三家医院都看过' });
  });
});

describe('a link for a tester', () => {
  const link = async (more: object = {}, as?: string) =>
    callRollout('tester', { area: 'player', ...more }, as ?? (await authorizeBySession(1)));

  it('is signed for minutes on an operator’s account, which is logged', async () => {
    await command('start', { release: B, percent: 0 });
    const { status, body } = await link();
    expect(status).toBe(200);
    const query = new URLSearchParams(String(body['query']));
    expect(query.get('player')).toBe('candidate');
    const until = query.get('until') ?? '';
    expect(Date.parse(until) - api.clock.now().getTime()).toBe(600_000);
    const token = edge.replace('Bearer ', '');
    expect(query.get('proof')).toBe(await signForEdges(token, 'tester link', `player ${until}`));
    expect((await report()).events[0]).toMatchObject({ action: 'tester', by: '沈知行', to: B });
  });

  it('is given to nobody else, and only while there is a candidate', async () => {
    expect(await link()).toMatchObject({ status: 409, body: { code: 'refused' } });
    await command('start', { release: B, percent: 0 });
    for (const as of ['', edge, account(2), account(3), account(1, 'wrong')])
      expect((await link({}, as)).body, as).toMatchObject({ code: 'account' });
  });
});

describe('a canary with a duration', () => {
  const healthy = () => visited(B, { pages: 90 });
  const verified = [{ area: 'player', release: B }];
  const pass = async (minutes: number, more: object = { verified }) => {
    api.clock.pass(minutes * 60_000);
    const { revision } = (await report()).state;
    return (await follow(revision, { now: true, ...more })).body;
  };

  beforeEach(() => visited(A, { pages: 150 }));

  it('promotes a healthy candidate at its end, and notifies the polling edge', async () => {
    await command('start', { release: B, minutes: 30 });
    await healthy();
    await pass(29);
    expect(await player()).toMatchObject({ stable: A, candidate: B });
    expect(await pass(1)).toMatchObject({ areas: { player: { stable: B, candidate: null } } });
    expect((await report()).events[0]).toMatchObject({
      action: 'promote',
      by: '系统',
      from: A,
      to: B,
      reason: expect.stringContaining('自动全量'),
    });
  });

  it('waits until enough networks have shown that the candidate is healthy', async () => {
    await command('start', { release: B, minutes: 30 });
    await pass(60);
    expect(await player()).toMatchObject({ stable: A, candidate: B });
    await healthy();
    await pass(1);
    expect(await player()).toMatchObject({ stable: B });
  });

  it('is promoted only after an edge has verified its files again, and while none refuses them', async () => {
    await command('start', { release: B, minutes: 30 });
    await healthy();
    await pass(30, {});
    await pass(0, { verified: [{ area: 'player', release: C }] });
    const refused = [{ area: 'player', release: B, reason: '内容已被改动' }];
    await pass(0, { edge: 'edge-2', refused, verified: [] });
    await pass(0);
    expect(await player()).toMatchObject({ stable: A, candidate: B });
    await pass(0, { edge: 'edge-2', verified });
    expect(await player()).toMatchObject({ stable: B, candidate: null });
  });

  it('is promoted once when many edges poll concurrently', async () => {
    await command('start', { release: B, minutes: 1 });
    await healthy();
    api.clock.pass(60_000);
    const { revision } = (await report()).state;
    await Promise.all([1, 2, 3, 4].map(() => follow(revision, { now: true, verified })));
    expect((await report()).state.revision).toBe(revision + 1);
  });

  it('lasts between a minute and a week', async () => {
    for (const minutes of [0, 0.5, 10_081])
      expect(await command('start', { release: B, minutes })).toMatchObject({
        status: 400,
        body: { code: 'usage' },
      });
  });
});

describe('a release built by npm start', () => {
  it('becomes stable where there is no lock', async () => {
    await command('lock');
    await callRollout('built', { builds: { player: B, portal: B } }, start);
    const { areas } = (await report()).state;
    expect(areas).toMatchObject({ player: { stable: A }, portal: { stable: B } });
  });
});
