import type { LoggerOptions } from 'pino';

/** Keeps secrets and personal numbers out of the logs: requests are logged by method, route and
 * status only, and database errors without parameter values. */
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
  for (let cause = error; cause instanceof Error && chain.length < 4; cause = cause.cause)
    chain.push(`${cause.name}: ${redact(cause.message)}`);
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

/** Drizzle appends parameter values after `params:`; long digit sequences anywhere may be a
 * person's number. */
const redact = (text: string) => text.replace(/\nparams:[\s\S]*/, '').replace(/\d{11,}[Xx]?/g, '…');
