import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockOf, openEdge } from './edge.ts';

const host = 'clinic.localhost:8080';
let edge: Awaited<ReturnType<typeof openEdge>>;
beforeAll(async () => {
  const origins = { 'user-centre': 'http://127.0.0.1:9' };
  const env = { SOURCE_ORIGINS: JSON.stringify(origins), BESIDE_RELEASES: 'Y' };
  edge = await openEdge({ env });
});
afterAll(() => edge.close());

const originsOn = (text: string) =>
  JSON.parse(
    /<script type="application\/json" id="sources">(.*?)<\/script>/.exec(text)?.[1] ?? '[]',
  );
const entries = async (cookie = '') => {
  const page = await edge.get(host, '/user/learn', { cookie });
  const remotes = blockOf(page).remotes.map(({ alias, entry }) => [alias, entry]);
  return { remotes: Object.fromEntries(remotes) as Record<string, string>, text: page.text };
};

it('an area from source runs among released ones, and the developer panel shows which is which', async () => {
  const { remotes, text } = await entries();
  expect(remotes).toEqual({
    commons: `/commons/${edge.ids['commons']}/area/remoteEntry.js`,
    player: `/static/player/${edge.ids['player']}/area/remoteEntry.js`,
    user: '/source/user-centre/area/remoteEntry.js',
  });
  expect(originsOn(text)).toEqual([
    { application: 'portal', release: edge.ids['portal'], hasSource: false },
    { application: 'player', release: edge.ids['player'], hasSource: false },
    { application: 'user-centre', release: '', hasSource: true },
    { application: 'commons', release: edge.ids['commons'], hasSource: false },
  ]);
  expect((await edge.get(host, '/edge/sources.js')).status).toBe(200);
});

it('a developer switches to the released build and back', async () => {
  const released = await edge.get(host, '/edge/source?user-centre=release');
  const cookie = String(released.headers['set-cookie']).split(';')[0] ?? '';
  const there = await entries(cookie);
  expect(there.remotes['user']).toBe(
    `/static/user-centre/${edge.ids['user-centre']}/area/remoteEntry.js`,
  );
  expect(originsOn(there.text)[2]).toMatchObject({ release: edge.ids['user-centre'] });
  const back = await edge.get(host, '/edge/source?user-centre=source', { cookie });
  expect(String(back.headers['set-cookie'])).toMatch(/^cme_released=;.*Max-Age=0/);
});

it('switching to a source that does not run is refused with a message', async () => {
  const { status, text } = await edge.get(host, '/edge/source?player=source');
  expect([status, text]).toEqual([400, expect.stringContaining('从源码运行的区域：user-centre')]);
});

it('pages for readers do not mention sources', async () => {
  const plain = await openEdge();
  try {
    expect((await plain.get(host, '/user/learn')).text).not.toContain('id="sources"');
    const asked = await plain.get(host, '/edge/source?user-centre=source');
    expect(asked.headers['set-cookie']).toBeUndefined();
  } finally {
    await plain.close();
  }
});
