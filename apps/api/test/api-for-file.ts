import { afterAll } from 'vitest';
import { startTestApi, type TestApi, type TestOptions } from './test-api.ts';

/** The API of a test file: started before its first test, closed after its last. */
export async function startApiForFile(options?: TestOptions): Promise<TestApi> {
  const api = await startTestApi(options);
  afterAll(() => api.close());
  return api;
}
