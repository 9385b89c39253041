/** Puts the focus on the first field that is wrong, once its error stands on the page. */
export function focusFirstError(): void {
  // A password's input carries no aria-invalid, and the box around it cannot take the focus.
  const wrong = 'input[data-invalid], [aria-invalid="true"]:is(input, select, textarea)';
  setTimeout(() => document.querySelector<HTMLElement>(wrong)?.focus());
}
