import { type BodyOf, type Call, type DataOf, type Envelope, wirePath } from '@cme/contract/base';
import { captcha, login, loginSmsCode } from '@cme/contract/person';
import { fetchAs } from '@cme/commons/api-client/node';
import type { TestApi } from './test-api.ts';
import { solve, texts } from './people.ts';

export type BrowserAnswer<C extends Call> = Omit<Envelope, 'data'> & {
  data: DataOf<C> & { code?: string };
  cookies: string[];
};

/** A browser on the main site with cookies and an address. */
export function openBrowser(api: TestApi, address: string) {
  const jar = new Map<string, string>();

  async function send<C extends Call>(call: C, body: BodyOf<C>): Promise<BrowserAnswer<C>> {
    const reply = await fetchAs('cme.localhost:8080')(`${api.url}${wirePath(call.path)}`, {
      method: 'POST',
      body: new URLSearchParams({
        ...(body as Record<string, string>),
        full_domain_name: 'cme.localhost',
      }),
      headers: {
        origin: 'http://cme.localhost:8080',
        'x-forwarded-for': address,
        cookie: [...jar].map((pair) => pair.join('=')).join('; '),
      },
    });
    const cookies = reply.headers.getSetCookie();
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(name, value);
    }
    return { ...((await reply.json()) as BrowserAnswer<C>), cookies };
  }

  const proof = async (mobile: string, scene?: 'login' | 'regist' | 'forgetpwd') =>
    solve((await send(captcha, scene ? { mobile, scene } : { mobile })).data);

  return {
    send,
    proof,
    /** Requests an SMS code with the required proof of work. */
    askCode: async (mobile: string) =>
      send(loginSmsCode, { mobile, scene: 'login', ...(await proof(mobile, 'login')) }),
    /** The newest code sent to the number. */
    readCode: async (mobile: string) =>
      (await texts(api)).filter((text) => text.mobile === mobile).at(-1)?.code ?? '',
    bySms: (account: string, smsCode: string) =>
      send(login, { login_kind: 'sms', account, sms_code: smsCode }),
    byPassword: async (account: string, password: string) =>
      send(login, { login_kind: 'password', account, password, ...(await proof(account)) }),
    /** Another day: only persistent cookies remain. */
    cookies: jar,
  };
}
