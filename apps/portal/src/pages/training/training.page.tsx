import { linkTo } from '@cme/commons/route-links';
import { Breadcrumb, Button, EmptyState, ErrorState, LinkTo } from '@cme/ui';
import { PageHead, useSession } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { classesQuery } from '../../components/training-class/class.queries.ts';
import { words } from '../../components/words.ts';
import { ClassPlan } from './class-plan.tsx';
import { findChosenClass } from './chosen-class.ts';
import { SessionList } from './session-list.tsx';
import css from './training.module.css';
import { trainingWords } from './training.words.ts';
import { titleOfYear } from './title-of-year.ts';
import { TrainingHero } from './training-hero.tsx';
import { TrainingSkeleton } from './training-skeleton.tsx';
import { Faq, Steps } from './training-parts.tsx';

type TrainingId = keyof typeof trainingWords.titles;

export const XcysPage = () => <TrainingPage trainingId="xcys" />;
export const CrbjcPage = () => <TrainingPage trainingId="crbjc" />;

/**
 * A training: description, audience, process, dates and the main action. The selected 期 is in the
 * URL.
 */
function TrainingPage({ trainingId }: { trainingId: TrainingId }) {
  const { signedIn } = useSession();
  const [search] = useSearchParams();
  const open = useQuery(classesQuery(trainingId));
  const myClasses = useQuery({ ...classesQuery(trainingId, true), enabled: signedIn });
  const data = (signedIn ? myClasses.data : undefined) ?? open.data;
  const error = data ? undefined : (myClasses.error ?? open.error);
  const retry = () => void Promise.all([open.refetch(), signedIn && myClasses.refetch()]);
  const settled = !signedIn || myClasses.data !== undefined;
  const chosen = data && findChosenClass(data.list, search);
  const title = titleOfYear(data?.training?.title ?? trainingWords.titles[trainingId], chosen);
  const trail = [{ title: words.home, href: linkTo.home() }, { title }];
  return (
    <div className={css.page}>
      <PageHead
        name={title}
        description={data?.training?.summary}
        image={data?.training?.cover}
        trail={trail}
      />
      <Breadcrumb trail={trail} />
      {error ? <ErrorState error={error} onRetry={retry} /> : null}
      {!data && !error ? <TrainingSkeleton title={title} /> : null}
      {data && !data.training ? <NoTraining title={title} /> : null}
      {data?.training ? (
        <>
          <TrainingHero training={data.training} title={title} classes={data.total} />
          <SessionList list={data.list} chosen={chosen} settled={settled} />
          {chosen ? <ClassPlan trainingClass={chosen} settled={settled} /> : null}
          <Steps steps={data.training.steps} />
          <Faq training={data.training} />
        </>
      ) : null}
    </div>
  );
}

const NoTraining = ({ title }: { title: string }) => (
  <EmptyState
    title={title}
    text={trainingWords.noTraining}
    hint={trainingWords.noTrainingHint}
    action={
      <Button component={LinkTo} to={linkTo.profession()}>
        {trainingWords.toCourses}
      </Button>
    }
  />
);
