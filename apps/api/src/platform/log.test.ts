import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logOptions } from './log.ts';

function logged(write: (log: pino.Logger) => void): string {
  const lines: string[] = [];
  write(pino(logOptions('info'), { write: (line: string) => lines.push(line) }));
  return lines.join('');
}

test('a failed statement is logged with its location but without values', () => {
  const cause = new Error('invalid input syntax for type integer: "13800001234"');
  const error = new Error(
    'Failed query: select * from user where mobile = $1\nparams: 13800001234,11010519491231002X,Learner2026',
    { cause },
  );
  const text = logged((log) => log.error({ err: error }, 'failed'));
  expect(text).toContain('select * from user');
  expect(text).toContain('log.test.ts');
  for (const secret of ['13800001234', '11010519491231002X', 'Learner2026', 'params'])
    expect(text).not.toContain(secret);
});

test('secrets are redacted at any depth', () => {
  const secrets = {
    token: 'tok-secret',
    password: 'pw-secret',
    mobile: '138-secret',
    id_no: '110-secret',
    body: 'body-secret',
    headers: { 'x-token': 'header-secret' },
  };
  const text = logged((log) => {
    log.info(secrets, 'at the top');
    log.info({ person: secrets }, 'one level down');
    log.info(
      { req: { headers: { 'x-token': 'request-secret' } }, res: { body: 'reply-secret' } },
      'requests',
    );
  });
  expect(text).not.toContain('secret');
  expect(text.trim().split('\n')).toHaveLength(3);
});
