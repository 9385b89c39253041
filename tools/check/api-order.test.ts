import { describe, expect, it } from 'vitest';
import { apiOrder, apiOrderFaults, roomOf } from './api-order.ts';
import type { Tree } from './tree.ts';

const faultsIn = (path: string, text: string) => {
  const tree: Tree = { sources: [{ path, text }], manifests: {}, top: [] };
  return apiOrderFaults(tree).map((fault) => fault.text);
};

describe('the order of the API', () => {
  it('names every room once', () => {
    const rooms = apiOrder.flat();
    expect(new Set(rooms).size).toBe(rooms.length);
  });

  it.each([
    ['apps/api/src/app.ts', 'app.ts'],
    ['apps/api/src/http/answer.ts', 'http'],
    ['apps/api/src/modules/pay/wechat/wechat.client.ts', 'pay'],
    ['apps/edge/src/app.ts', undefined],
  ])('%s stands in the room %s', (path, room) => {
    expect(roomOf(path)).toBe(room);
  });

  it.each([
    [
      'apps/api/src/modules/order/order.store.ts',
      `import { a } from '../learning/learning.store.ts';`,
    ],
    ['apps/api/src/modules/order/order.store.ts', `import { a } from './order.rules.ts';`],
    ['apps/api/src/modules/pay/wechat/wechat.client.ts', `import { a } from '../pay.rules.ts';`],
    [
      'apps/api/src/modules/order/order.store.ts',
      `import { a } from '../../database/database.ts';`,
    ],
    ['apps/api/src/app.ts', `import { a } from './modules/detail/detail.routes.ts';`],
    [
      'apps/api/src/modules/learning/learning.test.ts',
      `import { a } from '../order/order.store.ts';`,
    ],
  ])('%s may say %s', (path, text) => {
    expect(faultsIn(path, text)).toEqual([]);
  });

  it.each([
    [
      'apps/api/src/modules/learning/recompute.action.ts',
      `import { a } from '../certificate/certificate.store.ts';`,
      'learning stands below certificate',
    ],
    [
      'apps/api/src/modules/order/close.action.ts',
      `import type { A } from '../pay/settle.action.ts';`,
      'order stands below pay',
    ],
    [
      'apps/api/src/modules/order/close.action.ts',
      `export { a } from '../pay/settle.action.ts';`,
      'order stands below pay',
    ],
    [
      'apps/api/src/http/answer.ts',
      `const a = await import('../modules/site/site.routes.ts');`,
      'http stands below site',
    ],
    ['apps/api/src/jobs/jobs.ts', `import { a } from '../app.ts';`, 'jobs stands below app.ts'],
    ['apps/api/src/modules/wishlist/wishlist.store.ts', '', 'has no place in the order of modules'],
  ])('%s may not say %s', (path, text, fault) => {
    expect(faultsIn(path, text)).toEqual([fault]);
  });
});
