import { linkTo } from '@cme/commons/route-links';
import { levelWords, priceWords, Progress } from '@cme/ui';
import { momentWords } from '@cme/ui/dates';
import type { ReactNode } from 'react';
import { Prose } from '../../../components/prose.tsx';
import { words as siteWords } from '../../../components/words.ts';
import buyBarCss from '../buy-bar.module.css';
import itemCss from '../item.module.css';
import { ItemHead } from '../item-head.tsx';
import { ItemPage } from '../item-page.tsx';
import { TeacherList } from '../teacher-list.tsx';
import css from './activity.module.css';
import { type ActivityKind, activityQuery } from './activity.queries.ts';
import { activityWords as words } from './activity.words.ts';
import { type Activity, ApplyButton } from './apply-button.tsx';

/** 学术活动. */
export const ActivityPage = () => <ActivityOf kind="A" />;
/** 学习之旅. */
export const TourPage = () => <ActivityOf kind="Y" />;
/** 阳光行动. */
export const SunsetPage = () => (
  <ActivityOf
    kind="Z"
    lead={(activity) => (
      <div className={css.sunset}>
        <strong>{words.kinds.Z.parent}</strong>
        <p>{activity.summary}</p>
      </div>
    )}
  />
);

interface Props {
  kind: ActivityKind;
  /** Content above the activity. */
  lead?: (activity: Activity) => ReactNode;
}

function ActivityOf({ kind, lead }: Props) {
  const names = words.kinds[kind];
  return (
    <ItemPage
      query={(id, mine) => activityQuery(kind, id, mine)}
      trail={(activity) => [
        { title: siteWords.home, href: linkTo.home() },
        { title: names.parent },
        { title: activity.title },
      ]}
    >
      {(activity, settled) => (
        <>
          {lead?.(activity)}
          <ActivityHead activity={activity} settled={settled} />
          <Part id="activity-intro" title={names.intro}>
            <Prose className={itemCss.prose} html={activity.detail_html} />
          </Part>
          {activity.program.length > 0 ? (
            <Part id="activity-program" title={names.program}>
              <Program activity={activity} />
            </Part>
          ) : null}
          {activity.teachers.length > 0 ? (
            <Part id="activity-speakers" title={words.speakers}>
              <TeacherList list={activity.teachers} />
            </Part>
          ) : null}
        </>
      )}
    </ItemPage>
  );
}

function ActivityHead({ activity, settled }: { activity: Activity; settled: boolean }) {
  const takenSeats = activity.seats - activity.seats_left;
  return (
    <ItemHead
      item={activity}
      count=""
      facts={createFacts(activity)}
      price={<strong className={buyBarCss.free}>{priceWords(activity)}</strong>}
      priceNote={
        <>
          <span className={css.status} data-state={activity.activity_status}>
            {activity.activity_status_name}
          </span>
          <span className={css.seats}>
            {words.taken(takenSeats, activity.seats)}
            <Progress
              value={activity.seats === 0 ? 100 : (takenSeats / activity.seats) * 100}
              aria-label={words.taken(takenSeats, activity.seats)}
            />
          </span>
          {activity.applied_at ? (
            <span>{words.appliedAt(activity.applied_at.slice(0, 16))}</span>
          ) : null}
        </>
      }
    >
      <ApplyButton activity={activity} settled={settled} />
    </ItemHead>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={css.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Program({ activity: { program } }: { activity: Activity }) {
  return (
    <ol className={css.program}>
      {program.map(({ time, title, speaker }) => (
        <li key={`${time} ${title}`}>
          <time>{time}</time>
          <span>
            {title}
            {speaker ? <small>{speaker}</small> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A single day is named once: `2026年11月20日 星期五 08:30 至 11:30`. */
function formatSpan(from: string, to: string): string {
  const end = from.slice(0, 10) === to.slice(0, 10) ? to.slice(11, 16) : momentWords(to);
  return `${momentWords(from)} 至 ${end}`;
}

const createFacts = (activity: Activity) =>
  (
    [
      [words.when, formatSpan(activity.begin_at, activity.finish_at)],
      [words.applying, formatSpan(activity.apply_from, activity.apply_to)],
      [words.way, words.ways[activity.way] ?? ''],
      [words.place, [activity.place, activity.address].filter(Boolean).join('，')],
      [words.traffic, activity.traffic],
      [words.contact, activity.contact],
      [words.scope, levelWords(activity.levels) || words.everyone],
      [words.seats, words.seatsOf(activity.seats_left, activity.seats)],
    ] as const
  ).filter(([, value]) => value !== '');
