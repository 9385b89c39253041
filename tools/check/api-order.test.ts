import { describe, expect, it } from 'vitest';
import { apiOrder, findApiOrderFaults, getModuleFolder } from './api-order.ts';
import type { Tree } from './tree.ts';

const faultsIn = (path: string, text: string) => {
  const tree: Tree = { sources: [{ path, text }], manifests: {}, top: [] };
  return findApiOrderFaults(tree).map((fault) => fault.text);
};

describe('the order of the API modules', () => {
  it('lists every folder once', () => {
    const folders = apiOrder.flat();
    expect(new Set(folders).size).toBe(folders.length);
  });

  it.each([
    ['apps/api/src/app.ts', 'app.ts'],
    ['apps/api/src/platform/http/answer.ts', 'http'],
    ['apps/api/src/payment/pay/wechat/wechat.client.ts', 'pay'],
    ['apps/edge/src/app.ts', undefined],
  ])('%s belongs to %s', (path, folder) => {
    expect(getModuleFolder(path)).toBe(folder);
  });

  it.each([
    [
      'apps/api/src/payment/order/order.store.ts',
      `import { a } from '../learning/learning.store.ts';`,
    ],
    ['apps/api/src/payment/order/order.store.ts', `import { a } from './order.rules.ts';`],
    ['apps/api/src/payment/pay/wechat/wechat.client.ts', `import { a } from '../pay.rules.ts';`],
    [
      'apps/api/src/payment/order/order.store.ts',
      `import { a } from '../../database/database.ts';`,
    ],
    ['apps/api/src/app.ts', `import { a } from './modules/detail/detail.routes.ts';`],
    [
      'apps/api/src/study/learning/learning.test.ts',
      `import { a } from '../order/order.store.ts';`,
    ],
  ])('%s may contain %s', (path, text) => {
    expect(faultsIn(path, text)).toEqual([]);
  });

  it.each([
    [
      'apps/api/src/study/learning/recompute.action.ts',
      `import { a } from '../certificate/certificate.store.ts';`,
      'learning may not import certificate',
    ],
    [
      'apps/api/src/payment/order/close.action.ts',
      `import type { A } from '../pay/settle.action.ts';`,
      'order may not import pay',
    ],
    [
      'apps/api/src/payment/order/close.action.ts',
      `export { a } from '../pay/settle.action.ts';`,
      'order may not import pay',
    ],
    [
      'apps/api/src/platform/http/answer.ts',
      `const a = await import('../modules/site/site.routes.ts');`,
      'http may not import site',
    ],
    [
      'apps/api/src/platform/jobs/jobs.ts',
      `import { a } from '../app.ts';`,
      'jobs may not import app.ts',
    ],
    ['apps/api/src/modules/wishlist/wishlist.store.ts', '', 'is missing from the order of modules'],
  ])('%s may not contain %s', (path, text, fault) => {
    expect(faultsIn(path, text)).toEqual([fault]);
  });
});
