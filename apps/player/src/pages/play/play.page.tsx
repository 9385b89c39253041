import { inBrowser } from '@cme/commons/auth-token';
import type { DataOf } from '@cme/contract/base';
import type { playerCourse } from '@cme/contract/study';
import { linkTo } from '@cme/commons/route-links';
import { lazyPart, LinkTo, Skeleton } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { useParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../components/words.ts';
import { CourseSteps } from './course-steps.tsx';
import { NextStepButton } from './next-step-button.tsx';
import { getNextStep } from './next-step.ts';
import { StudyTabs } from './study-tabs/study-tabs.tsx';
import { QuestionsBelow } from './study-tabs/questions-below.tsx';
import css from '../../components/room.module.css';
import { courseQuery } from '../../components/course.queries.ts';
import { PageUnavailable } from '../../components/page-unavailable.tsx';
import { type PublicCourse, usePublicCourse } from '../../components/public-course.ts';
import { SectionPlayer } from './section-player.tsx';
import { StageSkeleton, NothingToPlay, Suspended } from './stage-notices.tsx';
import { createVideo } from './stage/use-media.ts';
import { useStudyPosition, useSection } from './use-section.ts';

const Rules = lazyPart(async () => (await import('./rules.tsx')).Rules);

export function PlayPage() {
  const { course_id = '' } = useParams();
  const { data: course, error, refetch } = useQuery(courseQuery(course_id));
  const publicCourse = usePublicCourse(course_id);
  if (error && !course)
    return <NoCourse error={error} courseId={course_id} retry={() => void refetch()} />;
  return <CoursePlayer courseId={course_id} course={course} publicCourse={publicCourse} />;
}

type Course = DataOf<typeof playerCourse>;

interface Props {
  courseId: string;
  /** The learner's course, once loaded. */
  course: Course | undefined;
  /** Public data of the course, if the server rendered them. */
  publicCourse: PublicCourse | undefined;
}

function CoursePlayer({ courseId, course, publicCourse }: Props) {
  const [video] = useState(() => (inBrowser() ? createVideo() : undefined));
  const { sections, section, playsAtOnce, play, playNext } = useSection(course);
  const { jump, place } = useStudyPosition(section, video, play);
  const nextStep = course && getNextStep(course);
  const { title, chapters } = course ?? publicCourse ?? {};
  return (
    <div className={css.room}>
      {title ? <PageTitle name={title} /> : null}
      <Head courseId={courseId} title={title} progress={course?.progress} />
      <div className={css.body}>
        {!course || !video ? (
          <StageSkeleton title={title} />
        ) : course.suspension ? (
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
          <NothingToPlay courseId={courseId} />
        )}
        <div className={css.under}>
          <Steps course={course} />
          <QuestionsBelow course={course} sectionId={section?.section_id ?? ''} />
        </div>
        <aside className={css.panel}>
          <StudyTabs courseId={courseId} chapters={chapters} course={course} place={place} />
          {nextStep ? (
            <div className={css.nextStep}>
              <p>{words.studyDone}</p>
              <NextStepButton fullWidth step={nextStep} />
            </div>
          ) : null}
        </aside>
      </div>
    </div>
  );
}

/** Reserves space, since most courses have more than one step. */
function Steps({ course }: { course: Course | undefined }) {
  if (course && course.way.length < 2) return null;
  return (
    <div className={css.steps}>
      {course ? <CourseSteps course={course} /> : <Skeleton height="4.5625rem" />}
    </div>
  );
}

interface HeadProps {
  courseId: string;
  title: string | undefined;
  /** Of the course, in percent. */
  progress: number | undefined;
}

function Head({ courseId, title, progress }: HeadProps) {
  const [showsRules, setShowsRules] = useState(false);
  const [wereShown, setWereShown] = useState(false);
  const showRules = () => {
    setWereShown(true);
    setShowsRules(true);
  };
  return (
    <header className={css.head}>
      <LinkTo className={css.back} to={linkTo.course(courseId)}>
        {words.back}
      </LinkTo>
      {title ? (
        <h1 className={css.title}>{title}</h1>
      ) : (
        <Skeleton className={css.title} height="1.5rem" />
      )}
      <span className={css.progress}>{progress === undefined ? '' : `${progress}%`}</span>
      <button type="button" className={css.rulesButton} onClick={showRules}>
        {words.rules}
      </button>
      {wereShown ? <Rules isShown={showsRules} onClose={() => setShowsRules(false)} /> : null}
    </header>
  );
}

interface NoCourseProps {
  error: Error;
  courseId: string;
  retry: () => void;
}

function NoCourse({ error, courseId, retry }: NoCourseProps) {
  return (
    <main className={css.unavailable} id="main">
      <PageUnavailable error={error} retry={retry} courseId={courseId} isCourse />
    </main>
  );
}
