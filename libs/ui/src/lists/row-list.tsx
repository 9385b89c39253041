import type { ComponentProps, ComponentPropsWithRef, ReactNode } from 'react';
import { ErrorState } from '../states/error-state.tsx';
import { RowSkeletons } from '../states/skeletons.tsx';
import { Pager } from './pager.tsx';
import css from './row-list.module.css';
import { TabList } from './tab-list.tsx';

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');

/** The heading of a page of rows, with what stands beside it. */
export function ListHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={css.head}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}

export const ListTabs = <Name extends string>({
  className,
  ...rest
}: ComponentProps<typeof TabList<Name>>) => (
  <TabList {...rest} className={classes(css.tabs, className)} />
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

export const Rows = (props: ComponentPropsWithRef<'ul'>) => <ul {...props} className={css.rows} />;

interface RowProps extends ComponentPropsWithRef<'li'> {
  /** Starts with a picture: three columns, on phones two and the actions below. */
  hasCover?: boolean;
}

export const Row = ({ hasCover, className, ...rest }: RowProps) => (
  <li {...rest} className={classes(css.row, hasCover && css.withCover, className)} />
);

export const RowTitle = ({ className, children, ...rest }: ComponentPropsWithRef<'h2'>) => (
  <h2 {...rest} className={classes(css.title, className)}>
    {children}
  </h2>
);

/** A line of facts. */
export const RowMeta = ({ className, ...rest }: ComponentPropsWithRef<'p'>) => (
  <p {...rest} className={classes(css.meta, className)} />
);

export const RowActions = ({ className, ...rest }: ComponentPropsWithRef<'div'>) => (
  <div {...rest} className={classes(css.actions, className)} />
);

/** What a state means to its reader; several states share one. */
export type Tone = 'open' | 'good' | 'waiting' | 'bad' | 'over';

interface StateProps extends ComponentPropsWithRef<'span'> {
  tone: Tone;
}

export const StateBadge = ({ tone, className, ...rest }: StateProps) => (
  <span {...rest} className={classes(css.state, className)} data-tone={tone} />
);
