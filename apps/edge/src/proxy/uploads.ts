import type { IncomingMessage } from 'node:http';
import { mostPerUpload } from '@cme/contract/person';
import { networkOf } from '@cme/contract/site/network';
import { TooLargeError } from '../http/body.ts';
import { BusyError } from '../http/failure.ts';

/**
 * Concurrent uploads through this edge, and from one client address, which a whole hospital may
 * share.
 */
const limits = { all: 256, ofAddress: 64 };

/** Limits concurrent uploads, so that slow senders only block one another. */
export function createUploadLimiter() {
  const ofAddress = new Map<string, number>();
  let total = 0;
  return {
    /** Takes a slot until the response is finished; throws when none is free. */
    acquire(client: string): () => void {
      const address = networkOf(client);
      const openUploads = ofAddress.get(address) ?? 0;
      if (total >= limits.all || openUploads >= limits.ofAddress)
        throw new BusyError('too many uploads');
      total += 1;
      ofAddress.set(address, openUploads + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        total -= 1;
        const remaining = (ofAddress.get(address) ?? 1) - 1;
        if (remaining > 0) ofAddress.set(address, remaining);
        else ofAddress.delete(address);
      };
    },
  };
}

/**
 * Declared length of an upload. It is required and limited, because the body is streamed and cannot
 * be measured first.
 */
export function uploadLength({ headers }: IncomingMessage): number {
  const length = Number(headers['content-length'] ?? NaN);
  if (!Number.isInteger(length))
    throw Object.assign(new Error('missing content-length'), { statusCode: 400 });
  if (length > mostPerUpload) throw new TooLargeError('upload too large');
  return length;
}
