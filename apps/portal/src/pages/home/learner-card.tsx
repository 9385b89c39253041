import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { homeIndex } from '@cme/contract/content';
import { Button, CreditRing, LinkTo, Skeleton } from '@cme/ui';
import {
  learnSummaryQuery,
  nextStep,
  toggleSign,
  useSession,
  useSignInMethods,
  useUserInfo,
} from '@cme/shell';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { homeWords } from './home.words.ts';
import css from './learner-card.module.css';

type YearNeed = DataOf<typeof homeIndex>['year_need'];

/** Signed out: sign-in links. Signed in: the year's ring and where to continue. */
export function LearnerCard({ need }: { need: YearNeed }) {
  const { state, signedIn } = useSession();
  const [isStarted, setStarted] = useState(false);
  useEffect(() => setStarted(true), []);
  const isSettled = isStarted && state !== 'unknown';
  return (
    <aside className={css.card} data-mine={signedIn} data-settled={isSettled}>
      {signedIn ? <LearnerProgress /> : <Guest need={need} />}
    </aside>
  );
}

/** The year's requirement in words: nothing has been earned by somebody unknown. */
function Guest({ need }: { need: YearNeed }) {
  const { isRegistOpen } = useSignInMethods();
  return (
    <>
      <h2 className={css.cardTitle}>{homeWords.guestTitle}</h2>
      <p className={css.cardText}>{homeWords.guestText}</p>
      {need && (need.need_credits > 0 || need.need_hours > 0) ? (
        <p className={`${css.cardText} ${css.year}`}>{homeWords.yearNeed(need)}</p>
      ) : null}
      <div className={css.cardButtons}>
        <Button onClick={() => toggleSign(true)} fullWidth>
          {homeWords.signIn}
        </Button>
        {isRegistOpen ? (
          <Button component={LinkTo} to={linkTo.registPerson()} fullWidth variant="default">
            {homeWords.register}
          </Button>
        ) : null}
      </div>
    </>
  );
}

function LearnerProgress() {
  const { data: user } = useUserInfo();
  const { data, isPending } = useQuery(learnSummaryQuery());
  if (isPending) return <Skeleton className={css.cardWaits} />;
  const current = data?.current;
  const step = nextStep(current);
  return (
    <>
      <h2 className={css.cardTitle}>{`${homeWords.welcome}${user?.real_name ?? ''}`}</h2>
      {data ? (
        <>
          <p className={`${css.cardText} ${css.year}`}>{homeWords.yearTitle(data.year)}</p>
          <div className={css.cardRings}>
            <CreditRing kind="credits" got={data.got_credits} need={data.need_credits} />
            <CreditRing kind="hours" got={data.got_hours} need={data.need_hours} />
          </div>
        </>
      ) : null}
      <p className={css.cardText}>{current ? current.course.title : homeWords.noCurrent}</p>
      <div className={css.cardButtons}>
        <Button component={LinkTo} to={step.href} fullWidth>
          {step.title}
        </Button>
      </div>
    </>
  );
}
