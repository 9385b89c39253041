import { linkTo } from '@cme/commons/route-links';
import type { DataOf, trainingclassDetail } from '@cme/contract';
import { Badge, Breadcrumb, ErrorState, useSession } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import { ClassFacts } from '../../../components/training-class/class-facts.tsx';
import { classQuery } from '../../../components/training-class/class.queries.ts';
import { classWords } from '../../../components/training-class/class.words.ts';
import { EnrolButton } from '../../../components/training-class/enrol-button.tsx';
import { SeatsMeter } from '../../../components/training-class/seats-meter.tsx';
import { words } from '../../../words.ts';
import css from '../item.module.css';
import headCss from '../item-head.module.css';
import { ItemSkeleton } from '../item-skeleton.tsx';
import barCss from './class-view.module.css';
import { ClassTabs } from './class-tabs.tsx';
import { classPageWords } from './class.words.ts';
import type { Package } from './package-buttons.tsx';

type ClassDetail = DataOf<typeof trainingclassDetail>;

/** Trainings that have a landing page. */
const landing: Record<string, () => string> = {
  xcys: () => linkTo.xcys(),
  crbjc: () => linkTo.crbjc(),
};

/** A package that is a class (X): date, place, audience and seats. */
export function ClassView({ whole }: { whole: Package }) {
  const { signedIn } = useSession();
  const open = useQuery(classQuery(whole.id));
  const mine = useQuery({ ...classQuery(whole.id, true), enabled: signedIn });
  const of = (signedIn ? mine.data : undefined) ?? open.data;
  const error = of ? undefined : (mine.error ?? open.error);
  if (error)
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([open.refetch(), signedIn && mine.refetch()])}
      />
    );
  if (!of) return <ItemSkeleton />;
  const toAll = landing[of.training_id];
  const parent = toAll
    ? { title: classPageWords.all, href: toAll() }
    : { title: words.profession, href: linkTo.profession() };
  return (
    <>
      <Breadcrumb
        trail={[{ title: words.home, href: linkTo.home() }, parent, { title: whole.title }]}
      />
      <ClassHead whole={whole} of={of} settled={!signedIn || mine.data !== undefined} />
      <div className={css.tabsWide}>
        <ClassTabs whole={whole} lessons={of.timetable} />
      </div>
    </>
  );
}

interface HeadProps {
  whole: Package;
  of: ClassDetail;
  settled: boolean;
}

function ClassHead({ whole, of, settled }: HeadProps) {
  return (
    <section className={headCss.head}>
      <img
        className={headCss.cover}
        src={whole.cover}
        alt=""
        width={560}
        height={315}
        fetchPriority="high"
      />
      <div className={headCss.facts}>
        <h1>{whole.title}</h1>
        {whole.subtitle ? <p className={headCss.subtitle}>{whole.subtitle}</p> : null}
        <div className={headCss.badges}>
          <Badge variant="outline">{of.class_status_name}</Badge>
          {of.credits > 0 ? (
            <Badge className={headCss.credit}>{`${of.credits} ${words.credits}`}</Badge>
          ) : null}
          <span>{`${of.hours} ${words.hours}`}</span>
          <span>{classWords.period(of.period)}</span>
          <span>{classPageWords.courses(whole.courses.length)}</span>
        </div>
        <ClassFacts of={of} />
        <MoreFacts of={of} />
        <div className={barCss.seats}>
          <SeatsMeter of={of} />
        </div>
        <div className={barCss.bar}>
          <strong>{classPageWords.free}</strong>
          <EnrolButton of={of} settled={settled} />
        </div>
      </div>
    </section>
  );
}

function MoreFacts({ of }: { of: ClassDetail }) {
  return (
    <dl className={barCss.more}>
      {of.rule.length > 0 ? (
        <div>
          <dt>{classWords.rule}</dt>
          <dd>{of.rule.join('；')}</dd>
        </div>
      ) : null}
      <div>
        <dt>{classWords.contact}</dt>
        <dd>{`${of.contact.name} ${of.contact.phone}`}</dd>
      </div>
    </dl>
  );
}
