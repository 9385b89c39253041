import type { Code } from '@cme/contract/base';

/**
 * Throw it to return an envelope with `isSuccess` false. The message is shown to the learner;
 * `code` is the machine-readable reason.
 */
export class RefusalError extends Error {
  readonly statusCode: number;
  readonly code: Code | undefined;
  readonly data: Record<string, unknown>;

  constructor(
    statusCode: number,
    message: string,
    code?: Code,
    data: Record<string, unknown> = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.data = data;
  }

  /** The same refusal in other words. */
  reword(change: (text: string) => string): RefusalError {
    const text = change(this.message);
    return text === this.message
      ? this
      : new RefusalError(this.statusCode, text, this.code, this.data);
  }
}
