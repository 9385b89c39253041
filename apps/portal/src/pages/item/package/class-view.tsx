import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { trainingclassDetail } from '@cme/contract/study';
import { Badge, Breadcrumb, ErrorState } from '@cme/ui';
import { useSession } from '@cme/shell';
import { useQuery } from '@tanstack/react-query';
import { ClassFacts } from '../../../components/training-class/class-facts.tsx';
import { classQuery } from '../../../components/training-class/class.queries.ts';
import { classWords } from '../../../components/training-class/class.words.ts';
import { EnrolButton } from '../../../components/training-class/enrol-button.tsx';
import { SeatsMeter } from '../../../components/training-class/seats-meter.tsx';
import { words } from '../../../components/words.ts';
import css from '../item.module.css';
import headCss from '../item-head.module.css';
import { ItemSkeleton } from '../item-skeleton.tsx';
import barCss from './class-view.module.css';
import { ClassTabs } from './class-tabs.tsx';
import { classPageWords } from './class.words.ts';
import type { Package } from './package-buttons.tsx';

type ClassDetail = DataOf<typeof trainingclassDetail>;

/** Trainings that have a landing page. */
const landingLinks: Record<string, () => string> = {
  xcys: () => linkTo.xcys(),
  crbjc: () => linkTo.crbjc(),
};

/** A package that is a class (X): date, place, audience and seats. */
export function ClassView({ pkg }: { pkg: Package }) {
  const { signedIn } = useSession();
  const open = useQuery(classQuery(pkg.id));
  const mine = useQuery({ ...classQuery(pkg.id, true), enabled: signedIn });
  const trainingClass = (signedIn ? mine.data : undefined) ?? open.data;
  const error = trainingClass ? undefined : (mine.error ?? open.error);
  if (error)
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([open.refetch(), signedIn && mine.refetch()])}
      />
    );
  if (!trainingClass) return <ItemSkeleton />;
  const trainingLink = landingLinks[trainingClass.training_id];
  const parent = trainingLink
    ? { title: classPageWords.all, href: trainingLink() }
    : { title: words.profession, href: linkTo.profession() };
  return (
    <>
      <Breadcrumb
        trail={[{ title: words.home, href: linkTo.home() }, parent, { title: pkg.title }]}
      />
      <ClassHead
        pkg={pkg}
        trainingClass={trainingClass}
        settled={!signedIn || mine.data !== undefined}
      />
      <div className={css.tabsWide}>
        <ClassTabs pkg={pkg} lessons={trainingClass.timetable} />
      </div>
    </>
  );
}

interface HeadProps {
  pkg: Package;
  trainingClass: ClassDetail;
  settled: boolean;
}

function ClassHead({ pkg, trainingClass, settled }: HeadProps) {
  return (
    <section className={headCss.head}>
      <img
        className={headCss.cover}
        src={pkg.cover}
        alt=""
        width={560}
        height={315}
        fetchPriority="high"
      />
      <div className={headCss.facts}>
        <h1>{pkg.title}</h1>
        {pkg.subtitle ? <p className={headCss.subtitle}>{pkg.subtitle}</p> : null}
        <div className={headCss.badges}>
          <Badge variant="outline">{trainingClass.class_status_name}</Badge>
          {trainingClass.credits > 0 ? (
            <Badge className={headCss.credit}>{`${trainingClass.credits} ${words.credits}`}</Badge>
          ) : null}
          <span>{`${trainingClass.hours} ${words.hours}`}</span>
          <span>{classWords.period(trainingClass.period)}</span>
          <span>{classPageWords.courses(pkg.courses.length)}</span>
        </div>
        <ClassFacts trainingClass={trainingClass} />
        <MoreFacts trainingClass={trainingClass} />
        <div className={barCss.seats}>
          <SeatsMeter trainingClass={trainingClass} />
        </div>
        <div className={barCss.bar}>
          <strong>{classPageWords.free}</strong>
          <EnrolButton trainingClass={trainingClass} settled={settled} />
        </div>
      </div>
    </section>
  );
}

function MoreFacts({ trainingClass }: { trainingClass: ClassDetail }) {
  return (
    <dl className={barCss.more}>
      {trainingClass.rule.length > 0 ? (
        <div>
          <dt>{classWords.rule}</dt>
          <dd>{trainingClass.rule.join('；')}</dd>
        </div>
      ) : null}
      <div>
        <dt>{classWords.contact}</dt>
        <dd>{`${trainingClass.contact.name} ${trainingClass.contact.phone}`}</dd>
      </div>
    </dl>
  );
}
