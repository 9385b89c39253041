import type { Flag } from '@cme/contract/base';

/** Y or N as in the contract. */
export const flag = (is: boolean): Flag => (is ? 'Y' : 'N');
