/** The number travels to the registration page in the address's fragment, which no server and no Referer sees. */
export function handMobileOver(mobile: string): string {
  return `#mobile=${encodeURIComponent(mobile)}`;
}

/** The number that was handed over, taken out of the address; empty when there is none. */
export function takeMobile(): string {
  const mobile = new URLSearchParams(location.hash.slice(1)).get('mobile') ?? '';
  if (mobile) history.replaceState(history.state, '', location.pathname + location.search);
  return mobile;
}
