/** Sends an approved refund to its gateway. */
export const sendQueue = 'refund_send';
/** Asks a gateway how the refunds of a trade stand. */
export const checkQueue = 'refund_check';
