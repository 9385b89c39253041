import type { AppContext } from '../../context.ts';
import type { TwoPeople } from '../../modules/approval/approval.store.ts';
import type { Role } from '../account.ts';

/** A decision that takes two people. */
export interface Decision {
  role: Role;
  /** The current facts in words. A proposal stays valid only while they do not change. */
  facts(context: AppContext, request: readonly string[]): Promise<string>;
  /** Carries the decision out and returns what to print. */
  run(context: AppContext, request: readonly string[], by: TwoPeople): Promise<string>;
}
