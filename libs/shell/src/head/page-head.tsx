import { inBrowser, page } from '@cme/commons/auth-token';
import { useLocation } from '@cme/ui/router';
import { useEffect } from 'react';
import { type Head, type HeadTag, headTags } from './head-tags.ts';
import { PageTitle } from './page-title.tsx';

/**
 * Sets title and metadata of a page. As with the title, the last one on the page wins; `Root`
 * renders one for every page, which resets those of the previous page.
 */
export function PageHead({ path, ...head }: Omit<Head, 'path'> & { path?: string }) {
  const { pathname } = useLocation();
  const tags = headTags({ ...head, path: path ?? pathname });
  const serialized = JSON.stringify(tags);
  if (!inBrowser()) (page() as { head?: HeadTag[] }).head = tags;
  // Also when only the URL changes: `Root` has just reset the head.
  useEffect(() => writeTags(JSON.parse(serialized) as HeadTag[]), [serialized, pathname]);
  return head.name ? <PageTitle name={head.name} /> : null;
}

let isFromServer = true;

/** The server's tags stay until the first navigation: they were rendered with all data. */
function writeTags(tags: readonly HeadTag[]): void {
  const tagsBefore = [...document.head.querySelectorAll('[data-head]')];
  const canonicalBefore = tagsBefore
    .find(({ tagName }) => tagName === 'LINK')
    ?.getAttribute('href');
  const canonicalNext = tags.find(({ tag }) => tag === 'link')?.attributes['href'];
  if (isFromServer && tagsBefore.length > 0 && canonicalBefore === canonicalNext) return;
  isFromServer = false;
  for (const element of tagsBefore) element.remove();
  document.head.append(...tags.map(createElement));
}

function createElement({ tag, attributes, text = '' }: HeadTag): HTMLElement {
  const element = document.createElement(tag);
  element.dataset['head'] = '';
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}
