import { linkTo } from '@cme/commons/route-links';
import { durationWords, levelWords, priceWords } from '@cme/ui';
import { refresh, useSession } from '@cme/shell';
import { momentWords } from '@cme/ui/dates';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { Prose } from '../../../components/prose.tsx';
import { words } from '../../../components/words.ts';
import buyBarCss from '../buy-bar.module.css';
import itemCss from '../item.module.css';
import { ItemHead } from '../item-head.tsx';
import { ItemPage } from '../item-page.tsx';
import { TeacherList } from '../teacher-list.tsx';
import { LiveCountdown } from './countdown.tsx';
import { type Live, LiveButton } from './live-button.tsx';
import css from './live.module.css';
import { liveQuery, liveStatusQuery } from './live.queries.ts';
import { liveWords } from './live.words.ts';

const createTrail = (live: Live) => [
  { title: words.home, href: linkTo.home() },
  { title: liveWords.parent, href: linkTo.profession({ content_type: 'L' }) },
  { title: live.title },
];

export function LivePage() {
  return (
    <ItemPage query={liveQuery} trail={createTrail}>
      {(live, settled) => <LiveView live={live} settled={settled} />}
    </ItemPage>
  );
}

function LiveView({ live: initialLive, settled }: { live: Live; settled: boolean }) {
  const { status, check } = useLiveStatus(initialLive);
  const live = status ? { ...initialLive, ...status } : initialLive;
  return (
    <>
      <ItemHead
        item={live}
        count=""
        facts={createFacts(live)}
        price={
          <strong className={live.is_free === 'Y' ? buyBarCss.free : buyBarCss.price}>
            {priceWords(live)}
          </strong>
        }
        priceNote={
          <>
            <span className={css.status} data-state={live.live_status}>
              {live.live_status_name}
            </span>
            {status && live.live_status === 'scheduled' ? (
              <LiveCountdown end={live.begin_ms} clockOffset={status.clockOffset} onEnd={check} />
            ) : null}
          </>
        }
      >
        <LiveButton live={live} settled={settled} />
      </ItemHead>
      <section className={css.part} aria-labelledby="live-intro">
        <h2 id="live-intro">{liveWords.intro}</h2>
        <Prose className={itemCss.prose} html={live.detail_html} />
      </section>
      {live.teachers.length > 0 ? (
        <section className={css.part} aria-labelledby="live-teachers">
          <h2 id="live-teachers">{liveWords.teachers}</h2>
          <TeacherList list={live.teachers} />
        </section>
      ) : null}
    </>
  );
}

/** The current state; a change refetches the live. */
function useLiveStatus({ id, live_status }: Live) {
  const client = useQueryClient();
  const { signedIn } = useSession();
  const { data: status, refetch } = useQuery(liveStatusQuery(id, signedIn));
  const isChanged = status !== undefined && status.live_status !== live_status;
  useEffect(() => {
    if (isChanged) void refresh(client, { queryKey: ['content', 'live', id] });
  }, [client, id, isChanged]);
  const check = useCallback(() => void refetch(), [refetch]);
  return { status, check };
}

const createFacts = (live: Live) =>
  (
    [
      [liveWords.begins, momentWords(live.begin_at)],
      [liveWords.teacher, [live.teacher_name, live.teacher_unit].filter(Boolean).join(' · ')],
      [liveWords.scope, levelWords(live.levels) || liveWords.everyone],
      [liveWords.replayLength, live.replay_seconds > 0 ? durationWords(live.replay_seconds) : ''],
      [liveWords.bookings, live.booked_count > 0 ? liveWords.bookedCount(live.booked_count) : ''],
    ] as const
  ).filter(([, value]) => value !== '');
