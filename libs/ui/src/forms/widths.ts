/** Pixels: dialogs, and dialogs that only ask. */
export const modalWidth = 520;
export const confirmWidth = 416;
