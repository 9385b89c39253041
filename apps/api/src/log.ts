import type { LoggerOptions } from 'pino';

/** Secrets and personal numbers never reach a log line: requests are logged by method, path and
 * status alone, and database errors without the values of their statement. */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    base: null,
    serializers: { err: loggedError, req: () => undefined, res: () => undefined },
    redact: {
      paths: [
        'token',
        '*.token',
        'password',
        '*.password',
        'mobile',
        '*.mobile',
        'id_no',
        '*.id_no',
        'body',
        '*.body',
        'headers',
        '*.headers',
      ],
      censor: '…',
    },
  };
}

function loggedError(error: unknown): object {
  const chain: string[] = [];
  for (let at = error; at instanceof Error && chain.length < 4; at = at.cause)
    chain.push(`${at.name}: ${clean(at.message)}`);
  return {
    message: chain.join(' ← '),
    stack:
      error instanceof Error
        ? (error.stack ?? '')
            .split('\n')
            .filter((line) => /^\s+at /.test(line))
            .slice(0, 12)
        : [],
  };
}

/** Drizzle puts the statement's values behind `params:`; long digits anywhere may be somebody's
 * number. */
const clean = (text: string) => text.replace(/\nparams:[\s\S]*/, '').replace(/\d{11,}[Xx]?/g, '…');
