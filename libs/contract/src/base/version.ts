/** Number of the session contract and of the commons that keep it; stored and sent, changed only
 * by addition. */
export const CONTRACT_VERSION = 1;
