/** A call that did not succeed: the envelope's own words, or ours when there was no envelope.
 * `statusCode` 0 = no answer at all. `code` is the machine word of `data.code`, when the server
 * gave one; `order_code` the order that stands in the way, where that is the reason. */
export class CallFailed extends Error {
  readonly statusCode: number;
  readonly code: string | undefined;
  readonly order_code: string | undefined;
  /** Name of the field in the body that the server refuses. */
  readonly field: string | undefined;
  /** The type that a content really has, where it was asked for as another one. */
  readonly content_type: string | undefined;
  /** Names the WeChat identity that opens no account yet. */
  readonly bind_ticket: string | undefined;

  constructor(
    statusCode: number,
    message: string,
    code?: string,
    order_code?: string,
    field?: string,
    content_type?: string,
    bind_ticket?: string,
  ) {
    super(message);
    this.name = 'CallFailed';
    this.statusCode = statusCode;
    this.code = code;
    this.order_code = order_code;
    this.field = field;
    this.content_type = content_type;
    this.bind_ticket = bind_ticket;
  }
}

/** The network is away: nothing was heard from the server. */
export const offline = '网络已断开';
/** Something answered, but not as the contract says. */
export const unreadableReply = '服务暂时不可用，请稍后重试';

/** Recognises a failure of another copy of this library too, where `instanceof` would not. */
export function isCallFailed(error: unknown): error is CallFailed {
  return error instanceof Error && error.name === 'CallFailed' && 'statusCode' in error;
}
