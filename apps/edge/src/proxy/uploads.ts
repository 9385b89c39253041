import type { IncomingMessage } from 'node:http';
import { mostPerUpload, uploadPath } from '@cme/contract';
import { TooLarge } from '../http/body.ts';
import { Busy } from '../http/failure.ts';

/** Uploads under way at the same time through this edge, and of one client address, behind which
 * a whole hospital may sit. */
const most = { all: 256, ofAddress: 64 };

export const isUpload = (method: string, url: string): boolean =>
  method === 'PATCH' && url.startsWith(`${uploadPath}/`);

/** Largest body that a request may announce. */
export const largestOf = (method: string, url: string, usual: number): number =>
  isUpload(method, url) ? mostPerUpload : usual;

/** Counts uploads, so that slow senders fill their own places and nobody else's. */
export function openUploads() {
  const ofAddress = new Map<string, number>();
  let all = 0;
  return {
    /** Takes a place until the answer is over; throws where there is none. */
    take(address: string): () => void {
      const own = ofAddress.get(address) ?? 0;
      if (all >= most.all || own >= most.ofAddress) throw new Busy('too many uploads');
      all += 1;
      ofAddress.set(address, own + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        all -= 1;
        const left = (ofAddress.get(address) ?? 1) - 1;
        if (left > 0) ofAddress.set(address, left);
        else ofAddress.delete(address);
      };
    },
  };
}

/** The announced length of an upload's body, which must be there and within the limit: nothing of
 * it is kept here, so it cannot be measured first. */
export function lengthOf({ headers }: IncomingMessage): number {
  const length = Number(headers['content-length'] ?? NaN);
  if (!Number.isInteger(length)) throw Object.assign(new Error('no length'), { statusCode: 400 });
  if (length > mostPerUpload) throw new TooLarge('upload too large');
  return length;
}
