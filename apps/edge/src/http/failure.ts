import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { closeAfterReply, TooLargeError } from './body.ts';
import { noticePage } from './notices.ts';
import { loggedPath } from './target.ts';
import { TooMuchWorkError } from './work-limit.ts';

const messages: Record<number, string> = {
  400: '请求无法识别',
  404: '请求的地址不存在',
  405: '请求方式不正确',
  408: '请求超时',
  413: '提交的内容过大',
  414: '请求的地址过长',
  415: '提交的内容格式不受支持',
  429: '访问过于频繁，请稍候再试',
  431: '请求头过大',
  500: '服务出现问题，请稍后重试',
  503: '服务暂时不可用，请稍后重试',
  504: '服务暂时没有响应，请稍后重试',
};

export class PageNotFoundError extends Error {
  readonly statusCode = 404;
}

/** Thrown when a limit is reached or the process is shutting down. */
export class BusyError extends Error {
  readonly statusCode = 503;
}

/** No API could be reached; `isLate` when one timed out. */
export class Unreachable extends Error {
  readonly isLate: boolean;
  constructor(cause: unknown, isLate: boolean) {
    super('no API responded', { cause });
    this.isLate = isLate;
  }
}

/**
 * Calls get an error in the envelope, pages get a notice page. Client errors are not logged as
 * ours.
 */
export function handleError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (reply.raw.destroyed || request.raw.socket.destroyed) return void reply.hijack();
  const status = statusOf(error);
  if (status >= 500 && !(error instanceof BusyError))
    request.log.error(
      { fault: errorSummary(error), method: request.method, path: loggedPath(request.url) },
      'edge fault',
    );
  const message = messages[status] ?? messages[status < 500 ? 400 : 500] ?? '';
  if (error instanceof TooLargeError) closeAfterReply(reply, request.raw);
  reply.removeHeader('connection');
  if (error instanceof TooMuchWorkError) reply.header('retry-after', String(error.retryAfter));
  if (/^\/+qm(\/|$)/.test(request.url)) return envelope(reply, status, message);
  const { headers, body } = noticePage(
    status < 500 && status !== 429 ? '无法打开页面' : '暂时无法访问',
    `${message}。`,
    status,
  );
  void reply.code(status).headers(headers).send(body('identity'));
}

function statusOf(error: FastifyError | Error): number {
  if (error instanceof Unreachable) return error.isLate ? 504 : 503;
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 600 ? status : 500;
}

function envelope(reply: FastifyReply, status: number, message = messages[status] ?? ''): void {
  const retryAfter = status === 503 ? { 'retry-after': '5' } : {};
  void reply
    .code(status)
    .headers({ ...retryAfter, 'cache-control': 'no-store' })
    .send({ isSuccess: false, statusCode: status, message, data: {} });
}

/** Error messages may quote user input, so only the location is logged. */
function errorSummary(error: Error): object {
  const cause = error.cause as NodeJS.ErrnoException | undefined;
  const stack = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8);
  return {
    name: error.name,
    code: cause?.code ?? ('code' in error ? error.code : undefined),
    ...(error instanceof Unreachable ? {} : { stack }),
  };
}
