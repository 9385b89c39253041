// A password input has no aria-invalid, and its wrapper cannot be focused.
const invalidField = 'input[data-invalid], [aria-invalid="true"]:is(input, select, textarea)';

export const firstError = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(invalidField);

/** Focuses the first invalid field once its error is rendered. */
export function focusFirstError(): void {
  setTimeout(() => firstError()?.focus());
}
