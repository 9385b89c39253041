import type { IncomingMessage } from 'node:http';
import { mostPerUpload, uploadPath } from '@cme/contract';
import { TooLarge } from '../http/body.ts';
import { Busy } from '../http/failure.ts';

/**
 * Concurrent uploads through this edge, and from one client address, which a whole hospital may
 * share.
 */
const limits = { all: 256, ofAddress: 64 };

export const isUpload = (method: string, url: string): boolean =>
  method === 'PATCH' && url.startsWith(`${uploadPath}/`);

/** Largest `Content-Length` accepted for a request. */
export const bodyLimitOf = (method: string, url: string, usual: number): number =>
  isUpload(method, url) ? mostPerUpload : usual;

/** Limits concurrent uploads, so that slow senders only block one another. */
export function createUploadLimiter() {
  const ofAddress = new Map<string, number>();
  let all = 0;
  return {
    /** Takes a slot until the response is finished; throws when none is free. */
    acquire(address: string): () => void {
      const own = ofAddress.get(address) ?? 0;
      if (all >= limits.all || own >= limits.ofAddress) throw new Busy('too many uploads');
      all += 1;
      ofAddress.set(address, own + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all -= 1;
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
  if (length > mostPerUpload) throw new TooLarge('upload too large');
  return length;
}
