import { beforeAll, describe, expect, it, vi } from 'vitest';

/** What version 1.1 exported: areas that were built with it import these names from any later 1.x. */
const exported: Record<string, string> = {
  '@cme/commons/auth-token': `
    activated askOnce clear familyCookies familySigned inBrowser isPrerendering
    isRestorable lookAgain page pageSession readToken say signedIn subscribe takeStage
    tell
  `,
  '@cme/commons/api-client': `
    CallFailed isCallFailed offline openClient restore send sendForMessage signIn
    signOut watchSession
  `,
  '@cme/commons/branding': `
    domainOf isCustomer isEnded isFound isOpen mainSiteOf pageTitle site siteQuery
    testDomain
  `,
  '@cme/commons/route-links': `
    afterSignIn areaOf contentLink entryPages forRouter guard isElsewhere linkTo
    linkToPath loginLink ownFamily patterns personMenus playerLink routes safeTarget
  `,
};

let container: typeof import('./all.ts');

beforeAll(async () => {
  vi.stubGlobal('COMMONS_VERSION', '1.2.0');
  container = await import('./all.ts');
});

describe('an area built with an earlier commons', () => {
  it.each(Object.entries(exported))('finds all it imports from %s', (name, names) => {
    const module = Object.entries(container.modules).find(([key]) => key === name)?.[1] ?? {};
    expect(
      names
        .trim()
        .split(/\s+/)
        .filter((item) => !(item in module)),
    ).toEqual([]);
  });

  it('recognises an error of the newer one by the former class and by the former name', () => {
    const { CallError, CallFailed, isCallFailed } = container.modules['@cme/commons/api-client'];
    const error = new CallError(400, '订单已取消', 'order_state');
    expect(error).toBeInstanceOf(CallFailed);
    expect(isCallFailed(error)).toBe(true);
    // Its own copy, of the code it was built with, knows no other name.
    expect(error.name).toBe('CallFailed');
  });

  it('registers its dialogs and toasts where the newer one shows them', () => {
    vi.stubGlobal('document', {});
    const { showToast, takeStage } = container.modules['@cme/commons/auth-token'];
    const shown: string[] = [];
    takeStage({ ask: () => undefined, say: (kind, message) => shown.push(`${kind} ${message}`) });
    showToast('error', '系统繁忙');
    expect(shown).toEqual(['error 系统繁忙']);
  });
});
