import { RowSkeletons, Skeleton } from '@cme/ui';
import { usePublicCourse } from '../../../components/public-course.ts';
import { words } from '../frame/exam.words.ts';
import css from './paper.module.css';
import questionCss from './question.module.css';

/**
 * Skeleton of the exam while its attempt loads: the course, question and answer card. In place of
 * the question, and in its size, it says what the learner should know before answering.
 */
export function PaperSkeleton({ courseId }: { courseId: string }) {
  const { title = words.title } = usePublicCourse(courseId) ?? {};
  return (
    <div className={css.paper} data-hall aria-busy="true">
      <header className={css.bar}>
        <div className={css.name}>
          <h1>{title}</h1>
          <Skeleton height="1.25rem" width="60%" />
        </div>
        <div className={css.status}>
          <Skeleton height="3.25rem" />
        </div>
        <Skeleton height="2.75rem" width="5rem" />
      </header>
      <div className={css.columns}>
        <main id="main" className={css.main}>
          <div className={questionCss.question}>
            <p className={questionCss.stem}>{words.opening}</p>
            <RowSkeletons count={4} height="3.25rem" />
          </div>
        </main>
        <aside className={`${css.aside} ${css.comingCard}`} aria-labelledby="answer-card">
          <h2 id="answer-card">{words.card}</h2>
          <Skeleton height="14rem" mt="md" />
        </aside>
      </div>
    </div>
  );
}
