import { Button, ErrorState, Skeleton } from '@cme/ui';
import { useUserInfo } from '@cme/shell';
import { Link } from '@cme/ui/router';
import { takeFocus } from '@cme/ui/take-focus';
import { useQuery } from '@tanstack/react-query';
import { overlayState } from '../../components/use-overlay.ts';
import { CurrentFacts } from './facts/current-facts.tsx';
import { factWords, unitFactWords } from './facts/facts.words.ts';
import { factsQuery } from './frame/setting.queries.ts';
import css from './frame/setting.module.css';

export const workViews = ['facts', 'unit_facts'] as const;
export type WorkView = (typeof workViews)[number];

/** Facts about the user's work, and for administrators of a unit the requests of its people.
 * `left`: the view that the user comes back from. */
export function WorkPanel({ left }: { left: string | undefined }) {
  const { user } = useUserInfo();
  const { data, error, isFetching, refetch } = useQuery(factsQuery());
  return (
    <section className={css.panel} aria-labelledby="work-title">
      <h2 id="work-title">{factWords.title}</h2>
      {data ? <CurrentFacts facts={data} /> : null}
      {!data && error && !isFetching ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && (!error || isFetching) ? <Skeleton height={154} /> : null}
      <div className={css.actions}>
        <ViewLink view="facts" name={factWords.open} left={left} />
        {user?.roles.includes('unit_admin') ? (
          <ViewLink view="unit_facts" name={unitFactWords.open} left={left} />
        ) : null}
      </div>
    </section>
  );
}

interface ViewLinkProps {
  view: WorkView;
  name: string;
  left: string | undefined;
}

const ViewLink = ({ view, name, left }: ViewLinkProps) => (
  <Button
    component={Link}
    to={`?view=${view}`}
    state={overlayState}
    variant="default"
    ref={left === view ? takeFocus : undefined}
  >
    {name}
  </Button>
);
