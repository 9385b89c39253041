export type Role =
  | 'button'
  | 'link'
  | 'heading'
  | 'field'
  | 'radio'
  | 'checkbox'
  | 'item'
  | 'choice'
  | 'text'
  | 'any';

/** A string matches the whole name, a pattern any part of it. */
export type Name = string | RegExp;

/** Runs inside the page: visible, enabled elements with this role and accessible name. */
export function findInPage(role: Role, name: string, isPattern: boolean): Element[] {
  const selectors: Record<Role, string> = {
    button: 'button, [role="button"]',
    link: 'a[href]',
    heading: 'h1, h2, h3, h4',
    field: 'input, select, textarea',
    radio: 'input[type="radio"], [role="radio"]',
    checkbox: 'input[type="checkbox"]',
    item: 'li, [role="listitem"]',
    choice: 'fieldset label',
    text: 'textarea',
    any: 'body *',
  };
  const normalize = (text: string | null | undefined) =>
    (text ?? '')
      .replaceAll(/\s+/g, ' ')
      .replace(/\s*\*$/, '')
      .trim();
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !element.matches(':disabled');
  const labelOf = (element: Element) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labelText = ids
      .map((id) => document.querySelector(`[id="${id}"]`)?.textContent)
      .join(' ');
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    return (
      element.getAttribute('aria-label') ??
      (labelText || labels.map((label) => label.textContent).join(' '))
    );
  };
  const nameOf = (element: HTMLElement) => {
    const alt = element.querySelector('img[alt]')?.getAttribute('alt');
    return normalize(labelOf(element)) || normalize(element.innerText) || normalize(alt);
  };
  const pattern = isPattern ? new RegExp(name) : undefined;
  const matches = (element: HTMLElement) =>
    pattern ? pattern.test(nameOf(element)) : nameOf(element) === name;
  // An open dialog covers everything else.
  const front = [...document.querySelectorAll('[role="dialog"]')].find(isShown) ?? document;
  return [...front.querySelectorAll<HTMLElement>(selectors[role])].filter(
    (element) => isShown(element) && matches(element),
  );
}
