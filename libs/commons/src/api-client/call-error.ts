import type { RefusalData } from '@cme/contract/base';

/** Never changed: releases on the same page recognise each other's errors by it. */
const errorName = 'CallFailed';

/**
 * A call that failed: the envelope's message, or ours when there was no envelope. `statusCode` 0
 * means no response at all. `code` is the machine-readable reason from `data.code`, if any;
 * `order_code` is the conflicting order where that is the reason.
 */
export class CallError extends Error {
  readonly statusCode: number;
  readonly code: string | undefined;
  readonly order_code: string | undefined;
  /** Name of the body field that the server rejects. */
  readonly field: string | undefined;
  /** The actual type of a content that was requested as another type. */
  readonly content_type: string | undefined;
  /** Ticket for a WeChat identity that is not bound to an account yet. */
  readonly bind_ticket: string | undefined;
  /** Ticket for the second step of a sign-in. */
  readonly factor_ticket: string | undefined;

  constructor(
    statusCode: number,
    message: string,
    code?: string,
    details: Omit<RefusalData, 'code' | 'challenge'> = {},
  ) {
    super(message);
    this.name = errorName;
    this.statusCode = statusCode;
    this.code = code;
    this.order_code = details.order_code;
    this.field = details.field;
    this.content_type = details.content_type;
    this.bind_ticket = details.bind_ticket;
    this.factor_ticket = details.factor_ticket;
  }
}

/** No network: the server could not be reached. */
export const offline = '网络已断开';
/** The response does not match the contract. */
export const unreadableReply = '服务暂时不可用，请稍后重试';

/** Recognises failures from another copy of this library, where `instanceof` does not work. */
export function isCallError(error: unknown): error is CallError {
  return error instanceof Error && error.name === errorName && 'statusCode' in error;
}
