import { CallFailed, send } from '@cme/commons/api-client';
import { readToken } from '@cme/commons/auth-token';
import { fileStart, fileState } from '@cme/contract';
import { declareWords as words } from '../changecredits.words.ts';

/** Bytes of one request: small enough that progress is seen on a slow line. */
const piece = 512 * 1024;
const look = 600;
const tries = 5;

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done, give) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), give(signal.reason)), {
      once: true,
    });
  });

/** Names the content, so that the same file goes on where it stopped. */
async function fingerprintOf(file: File): Promise<string> {
  const head = new Uint8Array(await file.slice(0, 65_536).arrayBuffer());
  const facts = new TextEncoder().encode(`${file.name}/${file.size}/${file.lastModified}`);
  const all = new Uint8Array(head.length + facts.length);
  all.set(facts);
  all.set(head, facts.length);
  // Without a secure context there is no digest; the name and the moment will do.
  const digest = globalThis.crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', all))
    : all.slice(0, 32);
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Sends a proof by tus, goes on after an interruption, and waits for its check. */
export async function sendProof(
  file: File,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<{ file_id: string; name: string }> {
  const { name, size } = file;
  const fingerprint = await fingerprintOf(file);
  const begun = await send(fileStart, { kind: 'proof', name, size, fingerprint }, { signal });
  let offset = begun.file.uploaded;
  for (let failed = 0; offset < size;) {
    try {
      offset = await sendPiece(begun.upload_url, file, offset, signal);
      failed = 0;
      onShare(offset / size);
    } catch (error) {
      signal.throwIfAborted();
      failed += 1;
      if (failed >= tries) throw error;
      await wait(look * failed, signal);
      offset = await offsetOf(begun.upload_url, offset, signal);
    }
  }
  onShare(1);
  return checked(begun.file.file_id, signal);
}

const headers = () => ({ 'tus-resumable': '1.0.0', 'x-token': readToken() ?? '' });

async function sendPiece(
  url: string,
  file: File,
  offset: number,
  signal: AbortSignal,
): Promise<number> {
  const reply = await fetch(url, {
    method: 'PATCH',
    headers: {
      ...headers(),
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: file.slice(offset, offset + piece),
    signal,
  });
  const now = Number(reply.headers.get('upload-offset'));
  if (!reply.ok || !(now > offset)) throw new CallFailed(reply.status, words.lost);
  return now;
}

async function offsetOf(url: string, before: number, signal: AbortSignal): Promise<number> {
  const reply = await fetch(url, { method: 'HEAD', headers: headers(), signal }).catch(() => null);
  return reply?.ok ? Number(reply.headers.get('upload-offset')) || 0 : before;
}

async function checked(file_id: string, signal: AbortSignal) {
  for (;;) {
    const [file] = (await send(fileState, { file_ids: [file_id] }, { signal })).list;
    if (!file) throw new CallFailed(404, words.lost);
    if (file.file_status === 'ready') return { file_id, name: file.name };
    if (file.file_status === 'refused') throw new CallFailed(400, file.reason || words.lost);
    await wait(look, signal);
  }
}
