/** A staff command cannot be carried out; the message is shown to them. */
export class NotPossibleError extends Error {}

/** The session on the command line has ended: password and code are needed again. */
export class SessionExpiredError extends NotPossibleError {}
