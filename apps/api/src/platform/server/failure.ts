import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isAway } from '../database/database.ts';
import { fullText, isFull, reportFull, retrySeconds } from '../storage/full.ts';
import { RefusalError } from '../http/refusal.ts';

/** For these the HTTP status is the envelope's; 200 for all business refusals. */
const keptStatuses = new Set([401, 403, 404, 405, 413, 414, 415, 416, 429, 431, 500, 503]);
const httpStatus = (statusCode: number): number =>
  keptStatuses.has(statusCode) ? statusCode : 200;

const transport: Record<number, string> = {
  403: '无权访问',
  404: '请求的地址不存在',
  405: '请求方式不正确',
  408: '请求超时',
  413: '提交的内容过大',
  414: '请求的地址过长',
  415: '提交的内容格式不受支持',
  416: '请求的范围不存在',
  429: '操作过于频繁，请稍后再试',
  431: '请求头过大',
};

/** Turns every failure into an envelope. Details stay in the log under the id in the response. */
export function handleError(
  error: FastifyError | RefusalError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { statusCode, message, data } = toEnvelope(error, request);
  if (statusCode === 503 && isFull(error)) reply.header('retry-after', retrySeconds);
  reply
    .code(httpStatus(statusCode))
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ isSuccess: false, statusCode, message, data }));
}

function toEnvelope(
  error: FastifyError | RefusalError | Error,
  request: FastifyRequest,
): { statusCode: number; message: string; data: Record<string, unknown> } {
  if (error instanceof RefusalError) {
    return {
      statusCode: error.statusCode,
      message: error.message,
      data: { ...error.data, ...(error.code ? { code: error.code } : {}) },
    };
  }
  if (isFull(error)) {
    reportFull(request.server.log, error);
    return { statusCode: 503, message: fullText, data: { id: request.id } };
  }
  const statusCode =
    'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (statusCode >= 400 && statusCode < 500) {
    return {
      statusCode,
      message: transport[statusCode] ?? '提交的内容无法识别，请刷新页面后重试',
      data: { code: statusCode === 429 ? 'rate_limited' : 'bad_request' },
    };
  }
  if (isAway(error)) {
    request.log.error({ err: error }, 'database away');
    return { statusCode: 503, message: '系统繁忙，请稍后再试', data: { id: request.id } };
  }
  request.log.error({ err: error }, 'failed');
  return {
    statusCode: 500,
    message: `系统出错了，请稍后再试（编号 ${request.id}）`,
    data: { id: request.id },
  };
}

const parserStatuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** A request that could not be parsed: answered on the raw socket, in the envelope too. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const statusCode = parserStatuses[error.code ?? ''] ?? 400;
  const body = JSON.stringify({
    isSuccess: false,
    statusCode,
    message: transport[statusCode] ?? '请求无法识别',
    data: { code: 'bad_request' },
  });
  socket.end(
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
