import { isCallFailed } from '@cme/commons/api-client';
import type { CatalogueSection, DataOf, playerCourse } from '@cme/contract';
import { linkTo } from '@cme/commons/route-links';
import { Button, ErrorState, lazyPart, LinkTo, PageTitle, Skeleton } from '@cme/ui';
import { useParams, useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { words } from '../../words.ts';
import { CourseSteps } from './course-steps.tsx';
import { NextStepButton } from './next-step-button.tsx';
import { nextStepOf } from './next-step.ts';
import { Beside } from './beside/beside.tsx';
import type { Place } from './beside/place.ts';
import { QuestionsBelow } from './beside/questions-below.tsx';
import css from '../../components/room.module.css';
import { isPlayable } from './playable.ts';
import { courseQuery } from '../../components/course.queries.ts';
import { SectionPlayer } from './section-player.tsx';
import type { Jump } from './use-begin.ts';
import { StageOverlay } from '../../components/stage-overlay.tsx';
import stageCss from '../../components/stage.module.css';
import { newVideo, secondOf } from './use-media.ts';

const Rules = lazyPart(async () => (await import('./rules.tsx')).Rules);

export function PlayPage() {
  const { course_id = '' } = useParams();
  const [video] = useState(newVideo);
  const { data: course, error, refetch } = useQuery(courseQuery(course_id));
  if (error && !course)
    return <NoCourse error={error} courseId={course_id} retry={() => void refetch()} />;
  return course ? <CoursePlayer course={course} video={video} /> : <Loading />;
}

type Course = DataOf<typeof playerCourse>;

function CoursePlayer({ course, video }: { course: Course; video: HTMLVideoElement }) {
  const { sections, section, playsAtOnce, play, playNext } = useSection(course);
  const { jump, place } = usePlace(section, video, play);
  const nextStep = nextStepOf(course);
  return (
    <div className={css.room}>
      <PageTitle name={course.title} />
      <Head course={course} />
      <div className={css.body}>
        {course.suspension ? (
          <Suspended {...course.suspension} />
        ) : section ? (
          <SectionPlayer
            key={section.section_id}
            course={course}
            section={section}
            sections={sections}
            nextStep={nextStep}
            video={video}
            playAtOnce={playsAtOnce}
            playNext={playNext}
            jump={jump}
          />
        ) : (
          <NothingToPlay courseId={course.course_id} />
        )}
        <div className={css.under}>
          {course.way.length > 1 ? (
            <div className={css.steps}>
              <CourseSteps course={course} />
            </div>
          ) : null}
          <QuestionsBelow course={course} sectionId={section?.section_id ?? ''} />
        </div>
        <aside className={css.panel}>
          {nextStep ? (
            <div className={css.nextStep}>
              <p>{words.studyDone}</p>
              <NextStepButton fullWidth step={nextStep} />
            </div>
          ) : null}
          <Beside course={course} place={place} />
        </aside>
      </div>
    </div>
  );
}

/** The address with another section; the tab beside it stays. */
const withSection = (section_id: string) => (search: URLSearchParams) => {
  search.set('section', section_id);
  return search;
};

/** Where the learner is, for what lies beside the video, and the jump that was asked for there. */
function usePlace(
  section: CatalogueSection | undefined,
  video: HTMLVideoElement,
  play: (section_id: string) => void,
) {
  const [jump, setJump] = useState<Jump>();
  const place: Place = {
    section,
    second: () => secondOf(video),
    jump(to) {
      setJump({ section_id: to.section_id, second: to.second });
      if (to.section_id !== section?.section_id) play(to.section_id);
    },
  };
  return { jump, place };
}

/** The section that is studied, written into the address. */
function useSection(course: Course) {
  const [search, setSearch] = useSearchParams();
  /** The section that was asked for by a button which plays it at once. */
  const [requested, setRequested] = useState('');
  const sections = course.chapters.flatMap((chapter) => chapter.sections);
  const section = sectionOf(sections, search.get('section'), course.last_section_id);
  const chosen = section?.section_id;
  // Written down, so that the choice stays when this section gets finished, and over a reload.
  useEffect(() => {
    if (chosen && search.get('section') !== chosen)
      setSearch(withSection(chosen), { replace: true });
  }, [chosen, search, setSearch]);
  const play = (section_id: string) => {
    setRequested(section_id);
    setSearch(withSection(section_id), { replace: true });
  };
  const playNext = ({ section_id }: CatalogueSection) => play(section_id);
  return { sections, section, playsAtOnce: requested === chosen, play, playNext };
}

function Head({ course: { course_id, title, progress } }: { course: Course }) {
  const [showsRules, setShowsRules] = useState(false);
  const [wereShown, setWereShown] = useState(false);
  const showRules = () => {
    setWereShown(true);
    setShowsRules(true);
  };
  return (
    <header className={css.head}>
      <LinkTo className={css.back} to={linkTo.course(course_id)}>
        {words.back}
      </LinkTo>
      <h1 className={css.title}>{title}</h1>
      <span className={css.progress}>{`${progress}%`}</span>
      <button type="button" className={css.rulesButton} onClick={showRules}>
        {words.rules}
      </button>
      {wereShown ? <Rules isShown={showsRules} onClose={() => setShowsRules(false)} /> : null}
    </header>
  );
}

/** The one that the address asks for; else where study stopped; else the first that is not
 * finished. */
function sectionOf(
  sections: CatalogueSection[],
  requested: string | null,
  last: string,
): CatalogueSection | undefined {
  const playable = sections.filter(
    (section) => isPlayable(section) && section.section_status !== 'locked',
  );
  const open = playable.filter(({ section_status }) => section_status !== 'finished');
  return (
    playable.find(({ section_id }) => section_id === requested) ??
    open.find(({ section_id }) => section_id === last) ??
    open[0] ??
    playable[0]
  );
}

/** Study is suspended while a refund is decided. */
function Suspended({ order_code, can_withdraw }: NonNullable<Course['suspension']>) {
  return (
    <main className={css.main} id="main">
      <div className={stageCss.stage}>
        <StageOverlay
          text={words.suspended}
          detail={can_withdraw ? words.suspendedHint : words.suspendedApproved}
        >
          <Button
            size="lg"
            component={LinkTo}
            to={linkTo.myorder({ show: 'detail', code: order_code })}
          >
            {words.toOrder}
          </Button>
        </StageOverlay>
      </div>
    </main>
  );
}

/** A course whose videos are not there yet, or all locked. */
function NothingToPlay({ courseId }: { courseId: string }) {
  return (
    <main className={css.main} id="main">
      <div className={stageCss.stage}>
        <StageOverlay text={words.noSection}>
          <LinkTo className={css.overlayLink} to={linkTo.course(courseId)}>
            {words.toItem}
          </LinkTo>
          <LinkTo className={css.overlayLink} to={linkTo.learn()}>
            {words.toCourses}
          </LinkTo>
        </StageOverlay>
      </div>
    </main>
  );
}

function Loading() {
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
    <main className={css.room} id="main">
      <PageTitle name={words.outline} />
      {isForeign ? (
        <div className={css.notice}>
          <h1>
            {isCallFailed(error) && error.code === 'not_owned' ? words.notOwned : error.message}
          </h1>
          <Button component={LinkTo} to={linkTo.course(courseId)}>
            {words.toItem}
          </Button>
        </div>
      ) : (
        <ErrorState error={error} onRetry={retry} />
      )}
    </main>
  );
}
