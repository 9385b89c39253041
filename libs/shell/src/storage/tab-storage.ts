import { type StorageEnd, type TabItem, tabItems } from '@cme/contract/site/browser-storage';

/** After this long an item of a stranger is taken for that of the person before. */
const strangerMs = 600_000;

const toKey = (item: TabItem, part: string) => (part ? `${item}/${part}` : item);

/** What this tab has stored; it survives a reload and is not left on shared devices. */
export function readTab(item: TabItem, part = ''): unknown {
  try {
    const stored = JSON.parse(sessionStorage.getItem(toKey(item, part)) ?? 'null');
    const { at, value } = stored as { at?: number; value?: unknown };
    const isOver = tabItems[item] === 'stranger' && Date.now() - (at ?? 0) > strangerMs;
    if (!isOver) return value;
    sessionStorage.removeItem(toKey(item, part));
  } catch {
    // Without storage, or with what another version has stored, there is nothing.
  }
  return undefined;
}

/** `undefined` removes the item. If storage is full or unavailable, pages work without it. */
export function writeTab(item: TabItem, value: unknown, part = ''): void {
  try {
    if (value === undefined) sessionStorage.removeItem(toKey(item, part));
    else sessionStorage.setItem(toKey(item, part), JSON.stringify({ at: Date.now(), value }));
  } catch {
    // See above.
  }
}

/** Removes items by what ends them. */
export function endTabItems(...ends: StorageEnd[]): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const [item = ''] = key.split('/');
      if (Object.hasOwn(tabItems, item) && ends.includes(tabItems[item as TabItem]))
        sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage nothing is left.
  }
}
