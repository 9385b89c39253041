import { beforeEach, describe, expect, it } from 'vitest';
import { customerPage, mainPage, show } from '../../test/page-block.ts';
import { afterSignIn, entryPages, guard, loginLink, ownFamily } from './index.ts';

const origin = 'http://cme.localhost:8080';
beforeEach(() => show(mainPage()));

const whether = [true, false];
const combinations = whether.flatMap((hasTarget) =>
  whether.flatMap((hasFallback) =>
    whether.flatMap((isEntry) =>
      whether.map((hasDefault) => ({ hasTarget, hasFallback, isEntry, hasDefault })),
    ),
  ),
);

describe('after signing in', () => {
  it.each(combinations)(
    'targetUrl $hasTarget, fallback $hasFallback, entry page $isEntry, default address $hasDefault',
    ({ hasTarget, hasFallback, isEntry, hasDefault }) => {
      const way = afterSignIn({
        ...ownFamily(origin),
        targetUrl: hasTarget ? '/target' : null,
        fallback: hasFallback ? '/fallback' : undefined,
        defaultLoginUrl: hasDefault ? '/default' : '',
        pathname: isEntry ? '/login' : '/news',
      });
      expect(way).toBe(
        hasTarget
          ? '/target'
          : hasFallback
            ? '/fallback'
            : isEntry && hasDefault
              ? '/default'
              : '/',
      );
    },
  );

  it.each([
    '/',
    '/login',
    '/course/market',
    '/course/business',
    '/regist/site',
    '/bind/login',
    '/bind/register',
    '/checkCode',
  ])('%s is an entry page', (pathname) => {
    expect(entryPages).toContain(pathname);
    expect(afterSignIn({ ...ownFamily(origin), defaultLoginUrl: '/publicneed', pathname })).toBe(
      '/publicneed',
    );
  });

  it.each(['/login', '/login/', '/login?targetUrl=%2Flogin', 'http://cme.localhost:8080/login#x'])(
    '%s is not a target: it would loop',
    (targetUrl) => {
      expect(
        afterSignIn({
          ...ownFamily(origin),
          targetUrl,
          fallback: targetUrl,
          defaultLoginUrl: targetUrl,
          pathname: '/login',
        }),
      ).toBe('/');
    },
  );

  it.each(['//evil.example', 'https://evil.example/', 'javascript:alert(1)', '/\\evil.example'])(
    '%s is not followed from any of the three places',
    (hostile) => {
      expect(
        afterSignIn({
          ...ownFamily(origin),
          targetUrl: hostile,
          fallback: hostile,
          defaultLoginUrl: hostile,
          pathname: '/',
        }),
      ).toBe('/');
      expect(
        afterSignIn({ ...ownFamily(origin), targetUrl: hostile, fallback: '/cart', pathname: '/' }),
      ).toBe('/cart');
    },
  );

  it('a target on another domain of the family is an absolute address', () => {
    expect(
      afterSignIn({
        ...ownFamily(origin),
        targetUrl: 'http://user.cme.localhost:8080/user/learn',
        pathname: '/login',
      }),
    ).toBe('http://user.cme.localhost:8080/user/learn');
  });

  it('a customer domain never leads to the main family', () => {
    show(customerPage());
    expect(
      afterSignIn({
        ...ownFamily('http://hospital.localhost:8080'),
        targetUrl: 'http://cme.localhost:8080/',
        fallback: '/cart',
        pathname: '/login',
      }),
    ).toBe('/cart');
  });
});

describe('the sign-in address', () => {
  it('carries the reason to another domain, but not within its own', () => {
    expect(loginLink(`${origin}/cart`, { why: 'login' })).toBe('/login?targetUrl=%2Fcart');
    show(mainPage({ host: 'player.cme.localhost:8080' }));
    expect(loginLink('http://player.cme.localhost:8080/player/1/play', { why: 'login' })).toMatch(
      /^http:\/\/cme\.localhost:8080\/login\?targetUrl=.+&why=login$/,
    );
  });

  it.each([
    [
      'keeps the path',
      mainPage(),
      `${origin}/order/confirm?a=1#b`,
      '/login?targetUrl=%2Forder%2Fconfirm%3Fa%3D1%23b',
    ],
    [
      'keeps the whole address from another domain',
      mainPage({ host: 'player.cme.localhost:8080' }),
      'http://player.cme.localhost:8080/player/1/play',
      'http://cme.localhost:8080/login?targetUrl=http%3A%2F%2Fplayer.cme.localhost%3A8080%2Fplayer%2F1%2Fplay',
    ],
    [
      'keeps the path on a customer domain',
      customerPage(),
      'http://hospital.localhost:8080/user/learn',
      '/login?targetUrl=%2Fuser%2Flearn',
    ],
    ['does not nest', mainPage(), `${origin}/login?targetUrl=%2Fcart`, '/login?targetUrl=%2Fcart'],
    ['stays bare on the bare sign-in page', mainPage(), `${origin}/login`, '/login'],
  ])('%s', (_, block, from, href) => {
    show(block);
    expect(loginLink(from)).toBe(href);
  });

  it('lets a signed-in person sign in again when asked to', () =>
    expect(loginLink(`${origin}/cart`, { again: true })).toBe('/login?targetUrl=%2Fcart&again=1'));

  it('returns to where it was created', () => {
    const targetUrl = new URL(
      loginLink(`${origin}/search?keyword=%E6%8A%A4%E7%90%86&page=2`),
      origin,
    ).searchParams.get('targetUrl');
    expect(afterSignIn({ ...ownFamily(origin), targetUrl, pathname: '/login' })).toBe(
      '/search?keyword=%E6%8A%A4%E7%90%86&page=2',
    );
  });
});

describe('the guard', () => {
  const accesses = ['guest', 'open', 'learner'] as const;
  const sessions = ['in', 'out', 'unknown'] as const;
  const expected: Record<string, string> = {
    'open true out': 'allow',
    'open true unknown': 'allow',
    'open false out': 'closed',
    'open false unknown': 'ask',
    'learner true out': 'login',
    'learner true unknown': 'ask',
    'learner false out': 'closed',
    'learner false unknown': 'ask',
  };
  const rows = accesses.flatMap((access) =>
    whether.flatMap((isOpen) => sessions.map((session) => ({ access, isOpen, session }))),
  );

  it.each(rows)(
    'page $access, site open $isOpen, session $session',
    ({ access, isOpen, session }) => {
      expect(guard({ access, isOpen, session, pathname: '/x' })).toBe(
        expected[`${access} ${isOpen} ${session}`] ?? 'allow',
      );
    },
  );

  it.each([
    ['in', false, 'away'],
    ['in', true, 'allow'],
    ['out', false, 'allow'],
    ['unknown', false, 'allow'],
  ] as const)('/login with session %s, asked again %s: %s', (session, again, decision) => {
    expect(guard({ access: 'guest', isOpen: true, session, again, pathname: '/login' })).toBe(
      decision,
    );
  });

  it('a signed-in person may still open the registration page', () =>
    expect(
      guard({ access: 'guest', isOpen: true, session: 'in', pathname: '/regist/person' }),
    ).toBe('allow'));
});
