/** What staff asked for cannot be done; the message is the one line that they read. */
export class NotPossible extends Error {}
