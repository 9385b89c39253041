// A password's input carries no aria-invalid, and the box around it cannot take the focus.
const wrong = 'input[data-invalid], [aria-invalid="true"]:is(input, select, textarea)';

export const firstError = (): HTMLElement | null => document.querySelector<HTMLElement>(wrong);

/** Puts the focus on the first field that is wrong, once its error stands on the page. */
export function focusFirstError(): void {
  setTimeout(() => firstError()?.focus());
}
