import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, ErrorState, LinkTo } from '@cme/ui';
import { PageHead, useSession, useSignIn } from '@cme/shell';
import { useQuery } from '@tanstack/react-query';
import shared from '../changecredits.module.css';
import css from './index.module.css';
import { exchangeWords as words } from '../changecredits.words.ts';
import { kindsQuery } from '../exchange.queries.ts';
import { Declarations } from './declarations.tsx';
import { KindRules } from './kind-rules.tsx';
import { YearProgress } from './year-progress.tsx';

/** 学分兑换: the rules for everybody; the year and the declarations for signed-in users. */
export function ExchangeIndexPage() {
  const { state } = useSession();
  const kinds = useQuery(kindsQuery());
  return (
    <div className={shared.page}>
      <PageHead name={words.index} description={words.about} path={linkTo.changecreditsIndex()} />
      <header className={css.head}>
        <div>
          <h1>{words.index}</h1>
          <p>{words.intro}</p>
          {kinds.data ? (
            <p className={css.until}>
              {kinds.data.years.map(({ year, until }) => words.until(year, until)).join('，')}
            </p>
          ) : null}
        </div>
        <Button component={LinkTo} to={linkTo.declare()} size="md">
          {words.toDeclare}
        </Button>
      </header>
      {state === 'out' ? <Guest /> : null}
      {state === 'in' ? (
        <>
          <YearProgress />
          <Declarations />
        </>
      ) : null}
      {kinds.error ? (
        <ErrorState error={kinds.error} onRetry={() => void kinds.refetch()} />
      ) : (
        <KindRules kinds={kinds.data?.list} />
      )}
    </div>
  );
}

function Guest() {
  const requireSignIn = useSignIn();
  // Closing the dialog leaves the user signed out.
  const signIn = () => void requireSignIn().catch(() => {});
  return (
    <div className={shared.card}>
      <EmptyState text={words.guest} action={<Button onClick={signIn}>{words.signIn}</Button>} />
    </div>
  );
}
