import { broken } from '../contract/compare.ts';
import { type Contract, placeOf } from '../contract/schemas.ts';
import type { Fault } from './tree.ts';

/** Lines of the contract that the last release could not live with. */
export const contractFaults = (released: Contract, now: Contract): Fault[] =>
  broken(released, now).map(({ path, text }) => ({ at: placeOf(path), text: `${path}: ${text}` }));
