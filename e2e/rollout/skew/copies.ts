import type { Page } from '@playwright/test';

interface Share {
  loaded?: boolean;
  lib?: unknown;
}
interface Federated {
  __FEDERATION__: {
    __INSTANCES__: { shareScopeMap: Record<string, Record<string, Record<string, Share>>> }[];
  };
}

/** Versions of each shared module that were loaded on this page. */
export const copies = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() => {
    const loaded: Record<string, Set<string>> = {};
    for (const { shareScopeMap } of (globalThis as unknown as Federated).__FEDERATION__
      .__INSTANCES__)
      for (const [name, versions] of Object.entries(shareScopeMap['default'] ?? {}))
        for (const [version, share] of Object.entries(versions))
          if (share.loaded || share.lib) (loaded[name] ??= new Set()).add(version);
    return Object.fromEntries(Object.entries(loaded).map(([name, found]) => [name, [...found]]));
  });
