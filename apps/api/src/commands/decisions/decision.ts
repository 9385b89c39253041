import type { AppContext } from '../../platform/context/context.ts';
import type { TwoPeople } from '../../person/approval/approval.store.ts';
import type { Role } from '../staff/account.ts';

/** A decision that needs two people. */
export interface Decision {
  role: Role;
  /** The current facts as text. A proposal is valid only while they are unchanged. */
  facts(context: AppContext, request: readonly string[]): Promise<string>;
  /** Executes the decision and returns the text to print. */
  run(context: AppContext, request: readonly string[], people: TwoPeople): Promise<string>;
}
