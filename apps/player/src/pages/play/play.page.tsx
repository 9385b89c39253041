import { isCallFailed } from '@cme/commons/api-client';
import type { CatalogueSection, DataOf, playerCourse } from '@cme/contract';
import { linkTo } from '@cme/commons/route-links';
import { Button, ErrorState, LinkTo, PageTitle, Skeleton } from '@cme/ui';
import { Modal } from '@cme/ui/forms';
import { useParams, useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { words } from '../../words.ts';
import { onwardOf } from './onward.ts';
import { Outline } from './outline.tsx';
import { Over } from './over.tsx';
import css from './play.module.css';
import { courseQuery } from '../../components/course.queries.ts';
import { Room } from './room.tsx';
import stageCss from './stage.module.css';
import { newVideo } from './use-media.ts';
import { Way } from './way.tsx';

export function PlayPage() {
  const { course_id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  /** The section that was asked for by a button which plays it at once. */
  const [wanted, setWanted] = useState('');
  const [showRules, setShowRules] = useState(false);
  const [video] = useState(newVideo);
  const { data: course, error, refetch } = useQuery(courseQuery(course_id));

  const sections = course?.chapters.flatMap((chapter) => chapter.sections) ?? [];
  const section = sectionOf(sections, search.get('section'), course?.last_section_id ?? '');
  const chosen = section?.section_id;
  // Written down, so that the choice stays when this section gets finished, and over a reload.
  useEffect(() => {
    if (chosen && search.get('section') !== chosen)
      setSearch({ section: chosen }, { replace: true });
  }, [chosen, search, setSearch]);

  if (error && !course)
    return <NoCourse error={error} courseId={course_id} retry={() => void refetch()} />;
  if (!course) return <Waiting />;
  const onward = onwardOf(course);
  const playNext = ({ section_id }: CatalogueSection) => {
    setWanted(section_id);
    setSearch({ section: section_id }, { replace: true });
  };
  return (
    <div className={css.room}>
      <PageTitle name={course.title} />
      <header className={css.head}>
        <LinkTo className={css.back} to={linkTo.course(course_id)}>
          {words.back}
        </LinkTo>
        <h1 className={css.title}>{course.title}</h1>
        <span className={css.progress}>{`${course.progress}%`}</span>
        <button type="button" className={css.rulesButton} onClick={() => setShowRules(true)}>
          {words.rules}
        </button>
      </header>
      <div className={css.body}>
        {course.suspension ? (
          <Resting {...course.suspension} />
        ) : section ? (
          <Room
            key={section.section_id}
            course={course}
            section={section}
            sections={sections}
            onward={onward}
            video={video}
            atOnce={wanted === section.section_id}
            playNext={playNext}
          />
        ) : (
          <NothingToPlay courseId={course_id} />
        )}
        {course.way.length > 1 ? (
          <div className={css.under}>
            <Way course={course} />
          </div>
        ) : null}
        <aside className={css.panel}>
          {onward ? (
            <div className={css.onward}>
              <p>{words.studyDone}</p>
              <Button
                component={LinkTo}
                to={onward.to}
                variant={onward.waits ? 'default' : 'filled'}
                fullWidth
              >
                {onward.name}
              </Button>
            </div>
          ) : null}
          <Outline chapters={course.chapters} current={section?.section_id ?? ''} />
        </aside>
      </div>
      <Modal
        opened={showRules}
        onClose={() => setShowRules(false)}
        title={words.rules}
        closeButtonProps={{ 'aria-label': '关闭' }}
      >
        <ul>
          {words.ruleLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Modal>
    </div>
  );
}

/** The one that the address asks for; else where study stopped; else the first that is not
 * finished. */
function sectionOf(
  sections: CatalogueSection[],
  asked: string | null,
  last: string,
): CatalogueSection | undefined {
  const playable = sections.filter(
    ({ type, section_status }) => type === 'video' && section_status !== 'locked',
  );
  const open = playable.filter(({ section_status }) => section_status !== 'finished');
  return (
    playable.find(({ section_id }) => section_id === asked) ??
    open.find(({ section_id }) => section_id === last) ??
    open[0] ??
    playable[0]
  );
}

/** Study rests while a refund is decided. */
function Resting({
  order_code,
  can_withdraw,
}: NonNullable<DataOf<typeof playerCourse>['suspension']>) {
  return (
    <main className={css.main} id="main">
      <div className={stageCss.stage}>
        <Over
          text={words.resting}
          detail={can_withdraw ? words.restingHint : words.restingApproved}
        >
          <Button
            size="lg"
            component={LinkTo}
            to={linkTo.myorder({ show: 'detail', code: order_code })}
          >
            {words.toOrder}
          </Button>
        </Over>
      </div>
    </main>
  );
}

/** A course whose videos are not there yet, or all locked. */
function NothingToPlay({ courseId }: { courseId: string }) {
  return (
    <main className={css.main} id="main">
      <div className={stageCss.stage}>
        <Over text={words.noSection}>
          <LinkTo className={css.overLink} to={linkTo.course(courseId)}>
            {words.toItem}
          </LinkTo>
          <LinkTo className={css.overLink} to={linkTo.learn()}>
            {words.toCourses}
          </LinkTo>
        </Over>
      </div>
    </main>
  );
}

function Waiting() {
  return (
    <div className={css.room}>
      <div className={css.head} />
      <div className={css.body}>
        <main className={css.main} id="main">
          <div className={stageCss.stage} aria-busy="true" />
        </main>
        <aside className={css.panel}>
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} height={44} mb="xs" />
          ))}
        </aside>
      </div>
    </div>
  );
}

function NoCourse({
  error,
  courseId,
  retry,
}: {
  error: Error;
  courseId: string;
  retry: () => void;
}) {
  const isForeign = isCallFailed(error) && (error.code === 'not_owned' || error.statusCode === 404);
  return (
    <div className={css.room}>
      <PageTitle name={words.outline} />
      {isForeign ? (
        <div className={css.notice}>
          <h1>{words.notOwned}</h1>
          <LinkTo className={css.noticeLink} to={linkTo.course(courseId)}>
            {words.toItem}
          </LinkTo>
        </div>
      ) : (
        <ErrorState error={error} onRetry={retry} />
      )}
    </div>
  );
}
