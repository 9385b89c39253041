import { contentLink } from '@cme/commons/route-links';
import type { ContentCard, MyLearning } from '@cme/contract/content';
import {
  creditWords,
  Icon,
  kindWords,
  learnersWords,
  levelWords,
  LinkTo,
  priceWords,
  Progress,
  progressWords,
  saleWords,
  subjectWords,
} from '@cme/ui';
import { words } from '../page/words.ts';
import { MiniRing } from './mini-ring.tsx';

interface Props {
  course: ContentCard;
  my?: MyLearning | undefined;
  /** Why it is no longer available: 已结束, 已下架 … */
  over?: string;
  /** One level below the heading of the list. */
  heading?: 'h2' | 'h3';
}

/**
 * A course in a list, horizontal on phones. The whole card is a link to the course. All covers load
 * lazily: React preloads eager ones, and decoding them delays the first paint.
 */
export function CourseCard({ course, my, over, heading: Heading = 'h3' }: Props) {
  const details = [
    course.hours > 0 ? `${course.hours} ${words.hours}` : '',
    subjectWords(course.subject_kind),
    levelWords(course.levels),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <article className="card" data-over={over !== undefined}>
      <div className="card-cover">
        <img src={course.cover} alt="" width={320} height={180} loading="lazy" decoding="async" />
        <span className="card-kind">{kindWords(course.content_type)}</span>
        {over ? <span className="card-over">{over}</span> : null}
      </div>
      <div className="card-text">
        <Heading className="card-title">
          <LinkTo to={contentLink(course)}>{course.title}</LinkTo>
        </Heading>
        <p className="card-teacher">
          {[course.teacher_name, course.teacher_unit].filter(Boolean).join(' · ')}
        </p>
        <p className="card-facts">
          {course.credits > 0 ? (
            <span className="card-credit">
              <MiniRing credits={course.credits} />
              {creditWords(course)}
            </span>
          ) : null}
          <span>{details}</span>
        </p>
        <div className="card-end">
          {my ? <LearningProgress my={my} title={course.title} /> : <PriceLine course={course} />}
        </div>
      </div>
    </article>
  );
}

function PriceLine({ course }: { course: ContentCard }) {
  const sale = saleWords(course);
  return (
    <>
      <span className="card-price" data-free={course.is_free === 'Y'}>
        {priceWords(course)}
      </span>
      {sale ? <span className="card-sale">{sale}</span> : null}
      {!sale && course.study_count > 0 ? (
        <span className="card-learners">
          <Icon name="users" size={16} />
          {learnersWords(course.study_count)}
        </span>
      ) : null}
    </>
  );
}

function LearningProgress({ my, title }: { my: MyLearning; title: string }) {
  return (
    <div className="card-mine">
      <Progress
        value={my.progress}
        size="sm"
        color={my.progress >= 100 ? 'green' : 'site'}
        aria-label={`${title} ${my.progress}%`}
      />
      <span>{progressWords(my.progress)}</span>
    </div>
  );
}
