import { networkOf } from '@cme/contract/site/network';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../database/database.ts';

export interface Rates {
  /** Calls of one person a minute. */
  perMinute?: number;
  /** Calls a minute of a network's people without an account; above, each needs a proof of work. */
  strangersPerMinute?: number;
}

/** How expensive a proof of work is: 0 none, then each level twice the last. */
export type ProofLevel = number;

/** Throws `proof_needed` unless the request carries a proof of work; level 0 needs none. One proof
 * is enough for a request. In a transaction it is used with that. */
export type RequireProof = (level: ProofLevel, tx?: Db) => Promise<void>;

export const clientNetwork = ({ ip }: FastifyRequest): string =>
  // A client that has disconnected has no address.
  ip ? networkOf(ip) : 'disconnected';
