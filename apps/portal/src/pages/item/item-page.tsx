import { isCallError } from '@cme/commons/api-client';
import type { ContentDetail } from '@cme/contract/content';
import { Breadcrumb, ErrorState } from '@cme/ui';
import { PageHead, useSession } from '@cme/shell';
import { useParams } from '@cme/ui/router';
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ItemMissing } from './item-missing.tsx';
import { ItemSkeleton } from './item-skeleton.tsx';
import css from './item.module.css';

interface Props<Item, Key extends QueryKey> {
  /** Fetched once for the public and once for the signed-in user. */
  query: (id: string, mine: boolean) => UseQueryOptions<Item, Error, Item, Key>;
  trail: (item: Item) => { title: string; href?: string }[];
  /** `settled` is false while the user's permissions are loading. */
  children: (item: Item, settled: boolean) => ReactNode;
}

/** The page of an item: loading, loaded, error, or not found. */
export function ItemPage<Item extends ContentDetail, Key extends QueryKey>({
  query,
  trail,
  children,
}: Props<Item, Key>) {
  const { id = '' } = useParams();
  const { signedIn } = useSession();
  const open = useQuery(query(id, false));
  const mine = useQuery({ ...query(id, true), enabled: signedIn });
  const item = (signedIn ? mine.data : undefined) ?? open.data;
  const error = item ? undefined : (mine.error ?? open.error);

  if (isCallError(error) && error.statusCode === 404) return <ItemMissing error={error} id={id} />;
  if (error)
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([open.refetch(), signedIn && mine.refetch()])}
      />
    );
  if (!item) return <ItemSkeleton />;
  const breadcrumb = trail(item);
  return (
    <div className={css.page}>
      <PageHead
        name={item.title}
        description={item.summary || item.subtitle}
        image={item.cover}
        trail={breadcrumb}
      />
      <Breadcrumb trail={breadcrumb} />
      {children(item, !signedIn || mine.data !== undefined)}
    </div>
  );
}
