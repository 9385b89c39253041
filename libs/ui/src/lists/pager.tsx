import { useLocation } from '@cme/ui/router';
import type { MouseEvent } from 'react';
import { Icon } from '../plain/icon.tsx';
import { LinkTo } from '../plain/link.tsx';
import { words } from '../plain/words.ts';
import { EmptyState } from '../states/empty-state.tsx';
import { pageNumbers } from './page-numbers.ts';
import { Button } from '../plain/button.tsx';

interface Props {
  total: number;
  pageSize: number;
  page: number;
  /** Without it the links lead to `?page=n` and keep the rest of the query. */
  onChange?: (page: number) => void;
}

/**
 * Numbered pages as links, so that each can be opened, shared and reached by keyboard. A page
 * beyond the last one, such as an old link to a list that has shrunk, says so and links to the
 * first.
 */
export function Pager({ total, pageSize, page, onChange }: Props) {
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  const { pathname, search } = useLocation();
  const createLink = (to: number) => ({
    to: pathname + withPage(search, to),
    onClick: (event: MouseEvent) => {
      if (!onChange || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onChange(to);
    },
  });
  if (total > 0 && page > lastPage) return <PastEnd link={createLink(1)} />;
  if (lastPage === 1) return null;
  return (
    <nav className="pager" aria-label={words.pages}>
      <ul>
        <li>
          {page > 1 ? (
            <LinkTo {...createLink(page - 1)} rel="prev">
              <Icon name="left" size={18} />
              {words.previous}
            </LinkTo>
          ) : null}
        </li>
        {pageNumbers(page, lastPage).map((number, index) => (
          <li key={number ?? `gap-${index}`} className="pager-number">
            {number === undefined ? (
              <span aria-hidden="true">…</span>
            ) : (
              <PageLink link={createLink(number)} number={number} isCurrent={number === page} />
            )}
          </li>
        ))}
        <li className="pager-short" aria-hidden="true">{`${page} / ${lastPage}`}</li>
        <li>
          {page < lastPage ? (
            <LinkTo {...createLink(page + 1)} rel="next">
              {words.next}
              <Icon name="right" size={18} />
            </LinkTo>
          ) : null}
        </li>
      </ul>
    </nav>
  );
}

interface PageLinkTarget {
  to: string;
  onClick: (event: MouseEvent) => void;
}

function PageLink({
  link,
  number,
  isCurrent,
}: {
  link: PageLinkTarget;
  number: number;
  isCurrent: boolean;
}) {
  return (
    <LinkTo {...link} aria-label={`第 ${number} 页`} aria-current={isCurrent ? 'page' : undefined}>
      {number}
    </LinkTo>
  );
}

function PastEnd({ link }: { link: PageLinkTarget }) {
  return (
    <EmptyState
      text={words.pastEnd}
      action={
        <Button component={LinkTo} {...link}>
          {words.firstPage}
        </Button>
      }
    />
  );
}

function withPage(search: string, page: number): string {
  const next = new URLSearchParams(search);
  if (page > 1) next.set('page', String(page));
  else next.delete('page');
  return next.size > 0 ? `?${next}` : '';
}
