/** A call that the server has refused or not answered. The API client's error is known by its shape,
 * so that these parts work without the client. */
export interface FailedCall extends Error {
  statusCode: number;
  code: string | undefined;
  /** Name of the body field that the server rejects. */
  field: string | undefined;
}

export const isFailedCall = (error: unknown): error is FailedCall =>
  error instanceof Error && error.name === 'CallFailed' && 'statusCode' in error;
