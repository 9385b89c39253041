/** Writes the ledger row of an approved declaration. */
export const creditQueue = 'exchange_credit';
