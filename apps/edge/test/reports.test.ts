import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEdge } from './edge.ts';

let edge: Awaited<ReturnType<typeof openEdge>>;
beforeAll(async () => void (edge = await openEdge()));
afterAll(() => edge.close());

describe('CSP reports', () => {
  it.each(['application/csp-report', 'application/json', 'text/plain'])(
    'are accepted as %s',
    async (type) => {
      const answer = await edge.get(
        'cme.localhost',
        '/edge/report',
        { 'content-type': type },
        'POST',
        '{"csp-report":{}}',
      );
      expect(answer.status).toBe(204);
      expect(answer.text).toBe('');
    },
  );

  it('are refused when there are too many', async () => {
    const answer = await edge.get(
      'cme.localhost',
      '/edge/report',
      { 'content-type': 'application/csp-report' },
      'POST',
      'x'.repeat(20_000),
    );
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});
