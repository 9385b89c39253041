import { describe, expect, it } from 'vitest';
import { findApiOrderFaults, getRoom } from './api-order.ts';
import type { Tree } from './tree.ts';

const faultsIn = (path: string, text: string) => {
  const tree: Tree = { sources: [{ path: `apps/api/src/${path}`, text }], manifests: {}, top: [] };
  return findApiOrderFaults(tree).map((fault) => fault.text);
};

describe('the order of the rooms of the API', () => {
  it.each([
    ['apps/api/src/app.ts', 'app.ts'],
    ['apps/api/src/platform/http/answer.ts', 'platform'],
    ['apps/api/src/payment/pay/wechat/wechat.client.ts', 'payment'],
    ['apps/edge/src/app.ts', undefined],
  ])('%s belongs to %s', (path, room) => {
    expect(getRoom(path)).toBe(room);
  });

  it.each([
    ['payment/order/order.store.ts', `import { a } from '../../study/learning/learning.store.ts';`],
    ['payment/order/close.action.ts', `import { a } from '../pay/settle.action.ts';`],
    ['payment/pay/wechat/wechat.client.ts', `import { a } from '../pay.rules.ts';`],
    ['payment/order/order.store.ts', `import { a } from '../../platform/database/database.ts';`],
    ['app.ts', `import { a } from './screens/detail/detail.routes.ts';`],
    ['study/learning/learning.test.ts', `import { a } from '../../payment/order/order.store.ts';`],
  ])('%s may contain %s', (path, text) => {
    expect(faultsIn(path, text)).toEqual([]);
  });

  it.each([
    [
      'study/learning/recompute.action.ts',
      `import { a } from '../../credits/certificate/certificate.store.ts';`,
      'study may not import credits',
    ],
    [
      'study/exam/exam.store.ts',
      `import type { A } from '../../payment/pay/settle.action.ts';`,
      'study may not import payment',
    ],
    [
      'credits/credits/credits.store.ts',
      `export { a } from '../../payment/pay/settle.action.ts';`,
      'credits may not import payment',
    ],
    [
      'platform/http/answer.ts',
      `const a = await import('../../site/site/site.routes.ts');`,
      'platform may not import site',
    ],
    [
      'platform/jobs/jobs.ts',
      `import { a } from '../../app.ts';`,
      'platform may not import app.ts',
    ],
    ['wishlist/wishlist.store.ts', '', 'is no room of the API'],
  ])('%s may not contain %s', (path, text, fault) => {
    expect(faultsIn(path, text)).toEqual([fault]);
  });
});
