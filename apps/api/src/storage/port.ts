import type { Readable } from 'node:stream';

/** First and last byte, both counted. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where files are kept. A key is `<place>/<name>`, both made by the server from random bytes;
 * what a person calls a file never becomes part of one. What has been put is there whole or not at
 * all, and outlives a crash. */
export interface Storage {
  /** Takes over a finished file of this machine. */
  put(key: string, path: string): Promise<void>;
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Keys of one place. */
  list(place: string): Promise<string[]>;
  /** What is not there counts as removed. */
  remove(keys: readonly string[]): Promise<void>;
  /** Throws with a reason where it cannot be used. */
  expectUsable(): Promise<void>;
}

/** The key does not exist. */
export class NoObject extends Error {}
