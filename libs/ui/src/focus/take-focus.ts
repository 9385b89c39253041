/** Ref callback for what replaces a pressed button: moves the focus there. */
export const takeFocus = (node: HTMLElement | null): void => node?.focus();
