import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { blockOf, openEdge, sites } from './edge.ts';

let edge: Awaited<ReturnType<typeof openEdge>>;
beforeAll(async () => void (edge = await openEdge()));
afterAll(() => edge.close());

describe('every address redirects to the origin of its page', () => {
  it.each([
    [
      'cme.localhost:8080',
      '/player/c1/play?section=2',
      'http://player.cme.localhost:8080/player/c1/play?section=2',
    ],
    ['cme.localhost:8080', '/user/learn', 'http://user.cme.localhost:8080/user/learn'],
    ['player.cme.localhost:8080', '/', 'http://cme.localhost:8080/'],
    [
      'player.cme.localhost:8080',
      '/item/course/1/detail',
      'http://cme.localhost:8080/item/course/1/detail',
    ],
    ['player.cme.localhost:8080', '/user', 'http://user.cme.localhost:8080/user'],
    [
      'user.cme.localhost:8080',
      '/login?targetUrl=%2F',
      'http://cme.localhost:8080/login?targetUrl=%2F',
    ],
    ['CME.localhost', '/user', 'http://user.cme.localhost/user'],
    ['cme.localhost.:8080', '/user', 'http://user.cme.localhost:8080/user'],
    ['api.cme.localhost:8080', '/news', 'http://cme.localhost:8080/news'],
    ['nobody.localhost:8080', '/anything?a=1', 'http://cme.localhost:8080/'],
    ['evilcme.localhost:8080', '/', 'http://cme.localhost:8080/'],
    ['x.cme.localhost:8080', '/user', 'http://cme.localhost:8080/'],
  ])('%s%s → %s', async (host, path, target) => {
    const answer = await edge.get(host, path);
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe(target);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each(['//evil.example/user', '/\\evil.example/user', '/user/..//evil.example'])(
    'a path that looks like a host is treated as a path: %s',
    async (path) => {
      const { status, headers } = await edge.get('user.cme.localhost:8080', path);
      if (status === 302)
        expect(new URL(headers.location ?? '').host).toMatch(/(^|\.)cme\.localhost:8080$/);
      else expect(status).toBe(200);
    },
  );

  it.each(['a b', 'a@b', 'cme.localhost:80:80', '<x>', '-a.localhost', 'a..b'])(
    'an invalid Host is refused: “%s”',
    async (host) => {
      expect((await edge.get(host, '/')).status).toBe(400);
    },
  );
});

describe('a page carries the settings of its host', () => {
  it('of the main family: three origins, one cookie domain, only commons mounted', async () => {
    const block = blockOf(await edge.get('player.cme.localhost:8080', '/player/c1/play'));
    expect(block.areas).toEqual({
      portal: 'http://cme.localhost:8080',
      player: 'http://player.cme.localhost:8080',
      user: 'http://user.cme.localhost:8080',
    });
    expect(block).toMatchObject({
      host: 'player.cme.localhost:8080',
      full_domain_name: 'player.cme.localhost',
      cookie_domain: 'cme.localhost',
    });
    expect(block.family).toEqual([
      'cme.localhost:8080',
      'player.cme.localhost:8080',
      'user.cme.localhost:8080',
    ]);
    expect(block.remotes.map(({ alias }) => alias)).toEqual(['commons']);
  });

  it('of a customer domain: one origin with all areas mounted', async () => {
    const block = blockOf(await edge.get('hospital.localhost:8080', '/user/learn'));
    expect(block.areas).toEqual({ portal: '', player: '', user: '' });
    expect(block).toMatchObject({ family: ['hospital.localhost:8080'], cookie_domain: '' });
    expect(block.remotes.map(({ alias }) => alias)).toEqual(['commons', 'player', 'user']);
    expect(block.site.site_name).toBe('人民医院培训');
  });

  it.each([
    '192.168.1.20:8080',
    '10.0.0.5:8080',
    '172.20.1.1:8080',
    '127.0.0.1:8080',
    '0.0.0.0:8080',
    'localhost:8080',
    '[::1]:8080',
  ])('of a local host, %s: the test site on this origin', async (host) => {
    const block = blockOf(await edge.get(host, '/login'));
    expect(block).toMatchObject({
      host,
      full_domain_name: 'localhost',
      family: [host],
      areas: { portal: '', player: '', user: '' },
      site: { site_name: '测试站' },
    });
  });

  it('headers that claim another host are ignored', async () => {
    const page = await edge.get('cme.localhost:8080', '/', {
      'x-forwarded-host': 'hospital.localhost:8080',
      forwarded: 'host=hospital.localhost',
      'x-host': 'hospital.localhost',
    });
    expect(blockOf(page).host).toBe('cme.localhost:8080');
    expect(page.text).not.toContain('hospital');
  });

  it('a trusted proxy that terminates TLS makes the addresses https', async () => {
    const told = { 'x-forwarded-proto': 'https' };
    expect(blockOf(await edge.get('cme.localhost', '/', told)).areas.player).toBe(
      'http://player.cme.localhost',
    );
    const behind = await openEdge({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    expect(blockOf(await behind.get('cme.localhost', '/', told)).areas.player).toBe(
      'https://player.cme.localhost',
    );
    await behind.close();
  });
});

describe('sites that are not open', () => {
  it.each(['/item/course/1/detail', '/', '/player/c1/play'])(
    'an ended site shows its notice at %s with status 410',
    async (path) => {
      const page = await edge.get('ended.localhost:8080', path);
      expect(page.status).toBe(410);
      expect(blockOf(page).site).toMatchObject({ site_name: '旧站', isEndSite: 'Y' });
      expect(page.text).toContain('<main>ended.localhost/404');
    },
  );

  it.each(['/', '/item/course/1/detail', '/certificate/verify', '/user'])(
    'a site that has not begun shows its notice at %s with status 403',
    async (path) => {
      const page = await edge.get('opening.localhost:8080', path);
      expect(page.status).toBe(403);
      expect(page.headers['x-robots-tag']).toBe('noindex');
      expect(blockOf(page).site).toMatchObject({ opens_at: '2099-01-01 00:00:00' });
      expect(page.text).toContain('<main>opening.localhost/404');
    },
  );

  it('a changed setting appears in the next page within seconds', async () => {
    const site = sites['clinic.localhost']!;
    const coloured = async () =>
      blockOf(await edge.get('clinic.localhost:8080', '/news')).site.theme.primary;
    const before = await coloured();
    site.theme = { ...site.theme, primary: '#123456' };
    await vi.waitFor(async () => expect(await coloured()).toBe('#123456'), 4000);
    site.theme = { ...site.theme, primary: before };
  });

  it('an ended site still verifies certificates', async () => {
    const page = await edge.get('ended.localhost:8080', '/certificate/verify?token=x');
    expect(page.status).toBe(200);
    expect(page.text).toContain('/certificate/verify');
  });

  it('a closed site gets shells: nothing is rendered for anonymous readers', async () => {
    const page = await edge.get('hospital.localhost:8080', '/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<div id="root"></div>');
    expect(page.text).not.toContain('id="state"');
  });

  it("a site's name cannot inject markup", async () => {
    const page = await edge.get('clinic.localhost:8080', '/login');
    expect(page.text).not.toContain('<script>alert');
    expect(blockOf(page).site.site_name).toContain('<script>alert(1)');
  });
});

it('methods other than GET and HEAD are refused for pages', async () => {
  expect((await edge.get('cme.localhost:8080', '/', {}, 'POST')).status).toBe(405);
});
