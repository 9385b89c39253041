/** Version of the session contract and of commons; stored and sent, changed only by addition. */
export const CONTRACT_VERSION = 1;
