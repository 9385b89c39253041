import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';
import { buildPolyfills, polyfilledCalls } from '@cme/area-build/browsers/polyfills';

it('the polyfills add every call for which they are loaded', async () => {
  const browser = createContext({
    URL: class {},
    Blob: class {},
    Request: class {},
    Response: class {},
    crypto: { getRandomValues() {} },
    structuredClone,
  });
  for (const call of polyfilledCalls) runInContext(`delete ${call}`, browser);
  const missing = () =>
    polyfilledCalls.filter((call) => runInContext(`${call} === undefined`, browser));
  expect(missing()).toEqual(polyfilledCalls);
  runInContext(await buildPolyfills(), browser);
  expect(missing()).toEqual([]);
});
