import type { AppContext } from '../../platform/context/context.ts';
import type { TwoPeople } from '../../person/approval/approval.store.ts';
import type { Role } from '../staff/account.ts';
import type { Subject } from '../staff/scope.ts';

/** A decision that needs two people. */
export interface Decision {
  role: Role;
  /** Neither of the two may be among these people, and both act on these sites. */
  subject(context: AppContext, request: readonly string[]): Promise<Subject>;
  /** The current facts as text. A proposal is valid only while they are unchanged. */
  facts(context: AppContext, request: readonly string[]): Promise<string>;
  /** Executes the decision and returns the text to print. */
  run(context: AppContext, request: readonly string[], people: TwoPeople): Promise<string>;
}
