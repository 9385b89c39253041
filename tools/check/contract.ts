import { findBreaks } from '../contract/compare.ts';
import type { Contract } from '@cme/area-build/describe-contract';
import { findLocation } from '../contract/schemas.ts';
import type { Fault } from './tree.ts';

/** Contract changes that break the last release. */
export const findContractFaults = (released: Contract, now: Contract): Fault[] =>
  findBreaks(released, now).map(({ path, text }) => ({
    at: findLocation(path),
    text: `${path}: ${text}`,
  }));
