// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://cme.localhost:8080/", "settings": {"fetch": {"disableSameOriginPolicy": true}}}
import { clear, readToken, signedIn, registerStage, type Stage } from '@cme/commons/auth-token';
import { areaSelection, siteConfig } from '@cme/contract/site';
import { login, logout, topNoticeCount, userInfo } from '@cme/contract/person';
import { contentDetail } from '@cme/contract/content';
import { playerBeat } from '@cme/contract/study';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, openApi, refused, type Api } from '../../test/api.ts';
import { mainPage, show } from '../../test/page-block.ts';
import { CallError, isCallError, restore, send, sendForMessage, signIn, signOut } from './index.ts';

const signFamily = (signed: boolean) =>
  (document.cookie = `cme_signed=1; domain=cme.localhost; path=/${signed ? '' : '; expires=Thu, 01 Jan 1970 00:00:00 GMT'}`);
const notices = '/qm/api/v5/message/top_notice_count';
const restorePath = '/qm/api/v5/session/restore';
let api: Api;
let shown: {
  ask: ReturnType<typeof vi.fn<Stage['ask']>>;
  say: ReturnType<typeof vi.fn<Stage['say']>>;
};

beforeEach(async () => {
  delete (globalThis as Record<symbol, unknown>)[Symbol.for('cme.session.1')];
  signFamily(false);
  localStorage.clear();
  history.replaceState(null, '', '/');
  api = await openApi();
  show(mainPage({ addresses: { api: api.url, console: '', content: '' } }));
  shown = { ask: vi.fn<Stage['ask']>(), say: vi.fn<Stage['say']>() };
  registerStage(shown);
});
afterEach(() => api.close());

const catchFailure = (pending: Promise<unknown>): Promise<CallError> =>
  pending.then(
    () => expect.fail('the call succeeded'),
    (error: CallError) => error,
  );

describe('a call', () => {
  it('may be described by a module that loads lazily', async () => {
    api.tell(notices, ok({ unread_count: 2 }));
    expect(await send(async () => topNoticeCount, {})).toEqual({ unread_count: 2 });
  });

  it('fails as offline when its description cannot be loaded', async () => {
    const loadLost = async (): Promise<typeof topNoticeCount> => {
      throw new Error('Loading chunk 7 failed');
    };
    expect(await catchFailure(send(loadLost, {}))).toMatchObject({
      statusCode: 0,
      code: 'offline',
    });
    expect(api.asked).toEqual([]);
    expect(shown.say).not.toHaveBeenCalled();
  });

  it('goes form-encoded to its v5 path, with the domain and the contract version', async () => {
    api.tell(
      '/qm/api/v5/site/config',
      ok({ menus: [], mobile_menus: [], login_ways: [], regist_open: 'Y', links: [] }),
    );
    await send(siteConfig, {});
    const [request] = api.asked;
    expect(request?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(request?.headers['x-cme-contract']).toBe('1');
    expect(request?.headers['x-token']).toBeUndefined();
    expect(new URLSearchParams(request?.body).get('full_domain_name')).toBe('cme.localhost');
  });

  it('carries the token in X-Token when there is one', async () => {
    api.tell(notices, ok({ unread_count: 2 }));
    signedIn('T1');
    expect(await send(topNoticeCount, {})).toEqual({ unread_count: 2 });
    expect(api.asked[0]?.headers['x-token']).toBe('T1');
  });

  it('goes as JSON where the call says so, including the domain', async () => {
    api.tell('/qm/api/v5/player/beat', refused(440, 'x'));
    await catchFailure(
      send(playerBeat, {
        play_token: 'p',
        seq: 1,
        spans: [[0, 1]],
        position: 1,
        rate: 1,
        visible: true,
        at: 0,
      }),
    );
    expect(api.asked[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(api.asked[0]?.body ?? '')).toMatchObject({
      spans: [[0, 1]],
      full_domain_name: 'cme.localhost',
    });
  });

  it('omits undefined fields from a form', async () => {
    api.tell('/qm/api/v5/user_info', refused(440, 'x'));
    await catchFailure(send(userInfo, { isUpdate: undefined }));
    expect(api.asked[0]?.body).toBe('full_domain_name=cme.localhost');
  });

  it('keeps unknown fields at every depth', async () => {
    api.tell(notices, ok({ unread_count: 2, colour: 'red' }));
    expect(await send(topNoticeCount, {})).toEqual({ unread_count: 2, colour: 'red' });
    const areas = [{ id: '11', name: '北京市', parent: '', centre: [39, 116] }];
    api.tell('/qm/api/user/AreaSelection', { body: { data: areas } });
    expect(await send(areaSelection, { flag: '4' })).toEqual(areas);
  });

  it('reads AreaSelection without an envelope, on its own path', async () => {
    api.tell('/qm/api/user/AreaSelection', {
      body: { data: [{ id: '11', name: '北京市', parent: '' }] },
    });
    expect(await send(areaSelection, { flag: '4' })).toEqual([
      { id: '11', name: '北京市', parent: '' },
    ]);
  });

  it('may have no data', async () => {
    api.tell('/qm/api/v5/logout', { body: { isSuccess: true, statusCode: 200, data: null } });
    expect(await send(logout, {})).toEqual({});
  });

  it('returns the message together with the data, and when it was sent and answered', async () => {
    api.tell('/qm/api/v5/logout', ok({}, '再见'));
    const before = performance.now();
    const { data, message, sentAt, answeredAt } = await sendForMessage(logout, {});
    expect({ data, message }).toEqual({ data: {}, message: '再见' });
    expect(sentAt).toBeGreaterThanOrEqual(before);
    expect(answeredAt).toBeGreaterThan(sentAt);
    expect(answeredAt).toBeLessThanOrEqual(performance.now());
  });
});

describe('the envelope decides', () => {
  it.each([[200], [400], [401], [403], [404], [429], [500]])(
    'a refusal under HTTP %i',
    async (status) => {
      api.tell(
        '/qm/api/v5/content/detail',
        refused(455, '课程不存在', { code: 'not_found', status }),
      );
      expect(await catchFailure(send(contentDetail, { id: '1' }))).toMatchObject({
        statusCode: 455,
        message: '课程不存在',
        code: 'not_found',
      });
    },
  );

  it('a refusal exposes the conflicting order and no undeclared fields', async () => {
    const refusalData = { code: 'order_pending_exists', order_code: 'D9', secret: 'x' };
    api.tell('/qm/api/v5/content/detail', {
      body: {
        isSuccess: false,
        statusCode: 400,
        message: '所选课程已有待支付的订单',
        data: refusalData,
      },
    });
    const failed = await catchFailure(send(contentDetail, { id: '1' }));
    expect(failed).toMatchObject({ code: 'order_pending_exists', order_code: 'D9' });
    expect(JSON.stringify(failed)).not.toContain('secret');
  });

  it.each([[200], [401], [500]])('a success under HTTP %i', async (status) => {
    api.tell(notices, { ...ok({ unread_count: 1 }), status });
    expect(await send(topNoticeCount, {})).toEqual({ unread_count: 1 });
  });

  it.each([
    [
      'a page of a proxy under 502',
      { status: 502, type: 'text/html', body: '<h1>Bad Gateway</h1>' },
      502,
    ],
    ['a page under 200', { type: 'text/html', body: '<!doctype html>' }, 500],
    ['an empty answer', { body: '' }, 500],
    ['JSON of another kind', { body: [1, 2] }, 500],
    ['data of another shape', ok({ unread_count: 'many' }), 200],
  ])('%s is not a valid response', async (_, told, statusCode) => {
    api.tell(notices, told);
    expect(await catchFailure(send(topNoticeCount, {}))).toMatchObject({
      statusCode,
      message: '服务暂时不可用，请稍后重试',
    });
  });

  it('a network failure is reported as offline', async () => {
    api.close();
    const failed = await catchFailure(send(topNoticeCount, {}));
    expect(failed).toMatchObject({ statusCode: 0, message: '网络已断开', code: 'offline' });
    expect(isCallError(failed)).toBe(true);
    expect(shown.say).not.toHaveBeenCalled();
  });

  it('an aborted call stays an abort', async () => {
    const giving = new AbortController();
    api.tell(notices, () => (giving.abort(), ok({ unread_count: 1 })));
    expect(await catchFailure(send(topNoticeCount, {}, { signal: giving.signal }))).toMatchObject({
      name: 'AbortError',
    });
  });
});

describe.each([[200], [401]])('401 in the envelope under HTTP %i', (status) => {
  const lost = refused(401, '请登录', { code: 'need_login', status });

  it('clears the session and asks once, however many calls fail', async () => {
    signedIn('T1');
    api.tell(notices, lost);
    const failed = await Promise.all(
      Array.from({ length: 50 }, () => catchFailure(send(topNoticeCount, {}))),
    );
    expect(failed.every(({ statusCode }) => statusCode === 401)).toBe(true);
    expect(shown.ask.mock.calls).toEqual([[401]]);
    expect(readToken()).toBeUndefined();
  });

  it('of an earlier token keeps the new one', async () => {
    signedIn('T1');
    api.tell(notices, ({ headers }) =>
      headers['x-token'] === 'T1' ? (signedIn('T2'), lost) : ok({ unread_count: 7 }),
    );
    expect(await send(topNoticeCount, {})).toEqual({ unread_count: 7 });
    expect(readToken()).toBe('T2');
    expect(shown.ask).not.toHaveBeenCalled();
  });

  it('of a token that is no longer current ends nothing', async () => {
    signedIn('T1');
    api.tell(notices, ({ headers }) => (signedIn(headers['x-token'] === 'T1' ? 'T2' : 'T3'), lost));
    expect(await catchFailure(send(topNoticeCount, {}))).toMatchObject({ statusCode: 401 });
    expect(readToken()).toBe('T3');
    expect(shown.ask).not.toHaveBeenCalled();
  });

  it('asks nothing after a deliberate sign-out', async () => {
    signedIn('T1');
    api.tell(notices, () => (clear('sign-out'), lost));
    await catchFailure(send(topNoticeCount, {}));
    expect(shown.ask).not.toHaveBeenCalled();
  });

  it('asks nothing after signing out on another domain', async () => {
    signFamily(true);
    signedIn('T1');
    api.tell(notices, () => (signFamily(false), lost));
    await catchFailure(send(topNoticeCount, {}));
    expect(shown.ask).not.toHaveBeenCalled();
    expect(localStorage.getItem('user_token')).toBeNull();
  });

  it("is recovered by the family's session, with one restore for all calls", async () => {
    signFamily(true);
    signedIn('T1');
    api.tell(notices, ({ headers }) =>
      headers['x-token'] === 'T2' ? ok({ unread_count: 7 }) : lost,
    );
    api.tell(restorePath, ok({ restored: 'Y' }, 'T2'));
    const counts = await Promise.all(Array.from({ length: 20 }, () => send(topNoticeCount, {})));
    expect(counts).toEqual(Array.from({ length: 20 }, () => ({ unread_count: 7 })));
    expect(api.askedFor(restorePath)).toHaveLength(1);
    expect(api.askedFor(restorePath)[0]?.headers['x-cme-restore']).toBe('1');
    expect(shown.ask).not.toHaveBeenCalled();
  });

  it('ends the session when the restored token is refused too', async () => {
    signFamily(true);
    signedIn('T1');
    api.tell(notices, lost);
    api.tell(restorePath, ok({ restored: 'Y' }, 'T2'));
    await Promise.all(Array.from({ length: 20 }, () => catchFailure(send(topNoticeCount, {}))));
    expect(shown.ask.mock.calls).toEqual([[401]]);
    expect(readToken()).toBeUndefined();
    await catchFailure(send(topNoticeCount, {}));
    expect(api.askedFor(restorePath)).toHaveLength(1);
  });
});

describe('an origin without a token', () => {
  it('asks the family once before the first call that depends on the person', async () => {
    signFamily(true);
    api.tell(restorePath, ok({ restored: 'Y' }, 'T2'));
    api.tell(notices, ok({ unread_count: 0 }));
    await Promise.all([send(topNoticeCount, {}), send(topNoticeCount, {})]);
    expect(api.askedFor(restorePath)).toHaveLength(1);
    expect(api.askedFor(notices).map(({ headers }) => headers['x-token'])).toEqual(['T2', 'T2']);
  });

  it.each([
    ['no session', ok({ restored: 'N' })],
    ['a refusal', refused(403, 'x')],
    ['a fault', { status: 502, body: '' }],
  ])('stays signed out after %s and does not ask again', async (_, told) => {
    signFamily(true);
    api.tell(restorePath, told);
    api.tell(notices, ok({ unread_count: 0 }));
    await send(topNoticeCount, {});
    await send(topNoticeCount, {});
    expect(api.askedFor(restorePath)).toHaveLength(1);
    expect(readToken()).toBeUndefined();
  });

  it('sends nothing when the family has no session, and never for public calls', async () => {
    api.tell(notices, ok({ unread_count: 0 }));
    await send(topNoticeCount, {});
    signFamily(true);
    api.tell('/qm/api/v5/logout', ok({}));
    await send(logout, {});
    expect(api.askedFor(restorePath)).toHaveLength(0);
  });

  it('keeps a token that another tab stored meanwhile', async () => {
    signFamily(true);
    api.tell(
      restorePath,
      () => (localStorage.setItem('user_token', 'T5'), ok({ restored: 'Y' }, 'T2')),
    );
    expect(await restore()).toBe(true);
    expect(readToken()).toBe('T5');
  });

  it('waits until a prerendered page is activated', async () => {
    signFamily(true);
    Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
    api.tell(restorePath, ok({ restored: 'Y' }, 'T2'));
    api.tell(notices, ok({ unread_count: 0 }));
    api.tell('/qm/api/v5/content/detail', refused(404, 'x'));
    const pending = send(topNoticeCount, {});
    await catchFailure(send(contentDetail, { id: '1' }));
    expect(api.asked.map(({ path }) => path)).toEqual(['/qm/api/v5/content/detail']);
    Object.defineProperty(document, 'prerendering', { configurable: true, value: false });
    document.dispatchEvent(new Event('prerenderingchange'));
    await pending;
    expect(api.askedFor(restorePath)).toHaveLength(1);
  });
});

describe('403 and 500', () => {
  it.each([[200], [403]])('403 under HTTP %i asks once and keeps the session', async (status) => {
    signedIn('T1');
    api.tell(notices, refused(403, '无权', { status }));
    await Promise.all(Array.from({ length: 50 }, () => catchFailure(send(topNoticeCount, {}))));
    expect(shown.ask.mock.calls).toEqual([[403]]);
    expect(readToken()).toBe('T1');
  });

  it.each([[200], [500]])('500 under HTTP %i shows the message of the server', async (status) => {
    api.tell(notices, refused(500, '系统繁忙', { status }));
    await catchFailure(send(topNoticeCount, {}));
    expect(shown.say.mock.calls).toEqual([['error', '系统繁忙']]);
  });

  it('other refusals are left to the page', async () => {
    api.tell(notices, refused(460, '该站点不对外开放', { code: 'site_closed', status: 200 }));
    await catchFailure(send(topNoticeCount, {}));
    expect(shown.say).not.toHaveBeenCalled();
    expect(shown.ask).not.toHaveBeenCalled();
  });
});

describe('signing in and out', () => {
  const user = {
    user_id: 'U',
    real_name: '',
    mobile: '',
    id_no: '',
    id_type: '',
    gender: '',
    birth_date: '',
    area_id: '',
    area_name: '',
    unit_name: '',
    series_code: '',
    level: '',
    post_type: '',
    verify_status: '',
    is_complete: 'Y',
    unread_count: 0,
    roles: [],
  };
  const body = { login_kind: 'password', account: '13800000001', password: 'x' } as const;

  it('keeps the token from the message', async () => {
    api.tell('/qm/api/v5/login', ok({ user, defaultLoginUrl: '/publicneed' }, 'T1'));
    expect((await signIn(login, body)).defaultLoginUrl).toBe('/publicneed');
    expect(readToken()).toBe('T1');
  });

  it('does not restore while a sign-in is in flight', async () => {
    api.tell(restorePath, ok({ restored: 'Y' }, 'T9'));
    api.tell('/qm/api/v5/login', async () => {
      signFamily(true);
      expect(await restore({ again: true })).toBe(false);
      return ok({ user, defaultLoginUrl: '' }, 'T1');
    });
    await signIn(login, body);
    expect(readToken()).toBe('T1');
    expect(api.askedFor(restorePath)).toHaveLength(0);
  });

  it.each([['toRegister'], ['手机号或密码错误']])(
    '%s is thrown without a toast',
    async (message) => {
      api.tell('/qm/api/v5/login', refused(400, message, { status: 200 }));
      expect((await catchFailure(signIn(login, body))).message).toBe(message);
      expect(shown.say).not.toHaveBeenCalled();
      expect(readToken()).toBeUndefined();
    },
  );

  it('a sign-in without a token in the message fails', async () => {
    api.tell('/qm/api/v5/login', ok({ user, defaultLoginUrl: '' }, ''));
    expect((await catchFailure(signIn(login, body))).code).toBe('bad_answer');
    expect(readToken()).toBeUndefined();
  });

  it.each([
    ['answers', ok({})],
    ['refuses', refused(401, 'x')],
    ['fails', refused(500, 'x')],
  ])('signing out ends the session here when the server %s', async (_, told) => {
    signedIn('T1');
    api.tell('/qm/api/v5/logout', told);
    await signOut();
    expect(api.askedFor('/qm/api/v5/logout')[0]?.headers['x-token']).toBe('T1');
    expect(readToken()).toBeUndefined();
    expect(shown.ask).not.toHaveBeenCalled();
  });
});
