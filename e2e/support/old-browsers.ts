import type { BrowserContext } from '@playwright/test';
import { listMissing } from '@cme/area-build/browsers/features';
import { oldestVersions } from '@cme/area-build/browsers/oldest';
import { fetchRouted } from './origins.ts';

/** The oldest supported browsers that differ in what they lack. */
export const oldestBrowsers = Object.entries(oldestVersions).filter(([name]) =>
  ['chrome', 'firefox', 'safari'].includes(name),
);

/** Runs in pages and workers. Members go before what they belong to. */
function removeFeatures(paths: string[]): void {
  const typedArray = Object.getPrototypeOf(Uint8Array);
  for (const path of paths.toSorted((a, b) => b.length - a.length)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let owner: unknown = globalThis;
    for (const name of names)
      owner = name === 'TypedArray' ? typedArray : (owner as Record<string, unknown>)?.[name];
    if (owner instanceof Object && Object.hasOwn(owner, last)) Reflect.deleteProperty(owner, last);
  }
}

/** Makes a browser of today lack what the compatibility data say of an old one. */
export async function becomeOld(
  context: BrowserContext,
  [name, version]: [string, number],
): Promise<void> {
  const missing = listMissing({ [name]: version });
  await context.addInitScript(removeFeatures, missing);
  const removal = `(${String(removeFeatures)})(${JSON.stringify(missing)});\n`;
  await context.route(/worker[^/]*\.m?js/, async (route) => {
    const response = await fetchRouted(route);
    await route.fulfill({ response, body: removal + (await response.text()) });
  });
}
