import { broken } from '../contract/compare.ts';
import { type Contract, placeOf } from '../contract/schemas.ts';
import type { Fault } from './tree.ts';

/** Contract changes that break the last release. */
export const contractFaults = (released: Contract, now: Contract): Fault[] =>
  broken(released, now).map(({ path, text }) => ({ at: placeOf(path), text: `${path}: ${text}` }));
