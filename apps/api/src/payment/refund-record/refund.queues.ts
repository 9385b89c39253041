/** Sends an approved refund to its gateway. */
export const sendQueue = 'refund_send';
/** Queries a gateway about the refunds of a trade. */
export const checkQueue = 'refund_check';
