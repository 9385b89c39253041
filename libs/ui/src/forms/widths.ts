/** Widths of dialogs and of confirmation dialogs in pixels. */
export const modalWidth = 520;
export const confirmWidth = 416;
