/**
 * A menu whose link has a query is only active with that query, to distinguish two lists of one
 * page.
 */
export function isCurrentMenu(menu: string, pathname: string, search: string): boolean {
  const [path = '', query = ''] = menu.split('?');
  if (path === '/') return pathname === '/';
  if (pathname !== path && !pathname.startsWith(`${path}/`)) return false;
  const currentParams = new URLSearchParams(search);
  return [...new URLSearchParams(query)].every(
    ([name, value]) => currentParams.get(name) === value,
  );
}
