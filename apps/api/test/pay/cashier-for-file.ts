import { afterAll } from 'vitest';
import type { TestOptions } from '../test-api.ts';
import { type Cashier, openCashier } from './cashier.ts';

/** The API and the gateway of a test file: open before its first test, closed after its last. */
export async function openCashierForFile(options?: TestOptions): Promise<Cashier> {
  const cashier = await openCashier(options);
  afterAll(() => cashier.close());
  return cashier;
}
