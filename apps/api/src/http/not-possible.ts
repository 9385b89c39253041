/** A staff command cannot be carried out; the message is shown to them. */
export class NotPossible extends Error {}
