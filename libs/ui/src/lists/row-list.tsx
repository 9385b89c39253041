import type { ComponentProps, ComponentPropsWithRef, ReactNode, Ref } from 'react';
import { ErrorState } from '../states/error-state.tsx';
import { RowSkeletons } from '../states/skeletons.tsx';
import { Pager } from './pager.tsx';
import css from './row-list.module.css';
import { TabList } from './tab-list.tsx';

/** The heading of a page of rows, with what stands beside it. */
export function ListHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={css.head}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}

export const ListTabs = <Name extends string>(props: ComponentProps<typeof TabList<Name>>) => (
  <TabList {...props} className={`${css.tabs} ${props.className ?? ''}`} />
);

interface ListProps {
  /** The query of the list. */
  list: {
    data?: { total: number; page_size: number } | undefined;
    error: Error | null;
    isPending: boolean;
    refetch: () => unknown;
  };
  page: number;
  /** Placeholders while it loads. */
  waiting: { count: number; height: string };
  /** Instead of rows, if there are none. */
  empty: ReactNode;
  children: ReactNode;
}

/** A page of a list in each of its states. */
export function PagedList({ list, page, waiting, empty, children }: ListProps) {
  const { data, error, isPending, refetch } = list;
  return (
    <>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {isPending ? <RowSkeletons {...waiting} /> : null}
      {data?.total === 0 ? empty : null}
      {children}
      {data ? <Pager total={data.total} pageSize={data.page_size} page={page} /> : null}
    </>
  );
}

interface Part {
  children: ReactNode;
}

interface RowsProps extends Part {
  ref?: Ref<HTMLUListElement>;
}

export const Rows = ({ ref, children }: RowsProps) => (
  <ul ref={ref} className={css.rows}>
    {children}
  </ul>
);

interface RowProps extends ComponentPropsWithRef<'li'> {
  /** Starts with a picture: three columns, on phones two and the actions below. */
  hasCover?: boolean;
}

export const Row = ({ hasCover, className = '', ...rest }: RowProps) => (
  <li {...rest} className={`${css.row} ${hasCover ? css.withCover : ''} ${className}`} />
);

export const RowTitle = ({ id, children }: Part & { id: string }) => (
  <h2 id={id} className={css.title}>
    {children}
  </h2>
);

/** A line of facts. */
export const RowMeta = ({ children }: Part) => <p className={css.meta}>{children}</p>;

export const RowActions = ({
  className = '',
  children,
}: Part & { className?: string | undefined }) => (
  <div className={`${css.actions} ${className}`}>{children}</div>
);

/** What a state means to its reader; several states share one. */
export type Tone = 'open' | 'good' | 'waiting' | 'bad' | 'over';

export const StateBadge = ({ tone, children }: Part & { tone: Tone }) => (
  <span className={css.state} data-tone={tone}>
    {children}
  </span>
);
