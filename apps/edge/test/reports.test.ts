import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReportLimit } from '../src/browser/reports.ts';
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

  it('of one network do not keep those of others out of the log', () => {
    const take = createReportLimit();
    const taken = Array.from({ length: 500 }, (_, index) => take(`2001:db8::${index}`, 60_000));
    expect(taken.filter(Boolean).length).toBe(10);
    expect(take('198.51.100.1', 60_000)).toBe(true);
    expect(take('2001:db8::1', 120_000)).toBe(true);
  });
});
