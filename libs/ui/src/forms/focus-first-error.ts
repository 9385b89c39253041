// A password input has no aria-invalid, and its wrapper cannot be focused.
const invalidField = 'input[data-invalid], [aria-invalid="true"]:is(input, select, textarea)';

export const firstError = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(invalidField);

/** Focuses a field in the middle of the window, where no bar at its edges covers field or message. */
export function focusInView(field: HTMLElement | null): void {
  field?.focus({ preventScroll: true });
  field?.scrollIntoView?.({ block: 'center' });
}

/** Focuses the first invalid field once its error is rendered. */
export function focusFirstError(): void {
  setTimeout(() => focusInView(firstError()));
}
