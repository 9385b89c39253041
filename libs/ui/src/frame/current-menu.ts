/** A menu with a query is current only with that query, so that two lists of one page are told
 * apart. */
export function isCurrentMenu(menu: string, pathname: string, search: string): boolean {
  const [path = '', query = ''] = menu.split('?');
  if (path === '/') return pathname === '/';
  if (pathname !== path && !pathname.startsWith(`${path}/`)) return false;
  const now = new URLSearchParams(search);
  return [...new URLSearchParams(query)].every(([name, value]) => now.get(name) === value);
}
