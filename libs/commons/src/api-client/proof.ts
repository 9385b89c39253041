import type { ProofChallenge } from '@cme/contract/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Milliseconds of work between two turns of the page. */
const sliceMs = 12;
/** The clock is read once in so many hashes. */
const perLook = 64;

/**
 * Solves a proof of work in slices that keep the page responsive. Without WebCrypto, which pages on
 * plain http do not have.
 */
export async function solveProof(
  { salt, target, signature, most }: ProofChallenge,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const wanted = hexToBytes(target);
  let sliceEnd = performance.now() + sliceMs;
  for (let number = 0; number < most; number += 1) {
    const hash = sha256(utf8ToBytes(`${salt}.${number}`));
    if (hash.every((byte, index) => byte === wanted[index]))
      return [salt, target, signature, number].join('.');
    if (number % perLook > 0 || performance.now() < sliceEnd) continue;
    await nextTurn();
    signal?.throwIfAborted();
    sliceEnd = performance.now() + sliceMs;
  }
  return undefined;
}

/** A message, because timers of a hidden page run once a second. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(0);
  });
}
