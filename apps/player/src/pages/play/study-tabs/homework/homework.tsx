import type { DataOf } from '@cme/contract/base';
import type { Homework as Task, playerCourse } from '@cme/contract/study';
import { EmptyState, ErrorState, Skeleton } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import { isSameContent, readDraft } from './draft.ts';
import css from './homework.module.css';
import { HomeworkForm } from './homework-form.tsx';
import { homeworkQuery } from './homework.queries.ts';
import { homeworkWords as words } from './homework.words.ts';

/** The homework of a course: the tasks, the submissions and the teacher's comments. */
export function Homework({ course }: { course: DataOf<typeof playerCourse> }) {
  const { data, error, refetch } = useQuery(homeworkQuery(course.course_id));
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={200} />;
  if (data.list.length === 0) return <EmptyState text={words.none} />;
  return (
    <ul className={css.list} aria-label={words.list}>
      {data.list.map((task) => (
        <li key={task.homework_id}>
          <HomeworkItem task={task} courseId={course.course_id} learningId={course.learning_id} />
        </li>
      ))}
    </ul>
  );
}

function HomeworkItem({
  task,
  courseId,
  learningId,
}: {
  task: Task;
  courseId: string;
  learningId: string;
}) {
  return (
    <article className={css.task}>
      <header className={css.head}>
        <h3>{task.title}</h3>
        <span className={css.status} data-status={task.homework_status}>
          {task.homework_status_name}
        </span>
      </header>
      <p className={css.facts}>
        <span>{task.required === 'Y' ? words.required : words.optional}</span>
        {task.deadline_at ? <span>{words.deadline(task.deadline_at)}</span> : null}
        <span>{words.points(task.full_score, task.pass_score)}</span>
      </p>
      <p className={css.text}>{task.task}</p>
      <Verdict task={task} />
      {task.can_edit === 'Y' ? (
        <>
          {hasOwnDraft(task) ? <Submitted task={task} /> : null}
          <HomeworkForm task={task} courseId={courseId} learningId={learningId} />
        </>
      ) : (
        <HandedIn task={task} learningId={learningId} />
      )}
    </article>
  );
}

function Verdict({ task: { score, comment, homework_status } }: { task: Task }) {
  if (score === undefined || !['passed', 'returned'].includes(homework_status)) return null;
  return (
    <div className={css.verdict} data-status={homework_status}>
      <strong>{words.score(score)}</strong>
      {comment ? (
        <p>
          <span className={css.by}>{words.comment}</span>
          {comment}
        </p>
      ) : null}
    </div>
  );
}

function HandedIn({ task, learningId }: { task: Task; learningId: string }) {
  const isUnsent = !task.submitted_at || hasOwnDraft(task);
  const unsent = readDraft(learningId, task.homework_id) ?? (isUnsent ? task : undefined);
  return (
    <>
      <p className={css.blocked}>{task.blocked}</p>
      <Submitted task={task} />
      <Content label={words.unsent} content={unsent} />
    </>
  );
}

/** Whether a saved draft differs from what was submitted. */
const hasOwnDraft = (task: Task) =>
  task.submitted !== undefined && !isSameContent(task.submitted, task);

function Submitted({ task }: { task: Task }) {
  const { submitted_at, submitted = task } = task;
  if (!submitted_at) return null;
  return <Content label={words.mine} sentAt={submitted_at} content={submitted} />;
}

interface ContentProps {
  label: string;
  sentAt?: string;
  content: Pick<Task, 'text' | 'files'> | undefined;
}

/** What was written, to be read and copied. */
function Content({ label, sentAt, content }: ContentProps) {
  if (!content || (!content.text && content.files.length === 0)) return null;
  return (
    <section className={css.mine} aria-label={label}>
      <p className={css.facts}>{sentAt ? words.sentAt(sentAt) : label}</p>
      {content.text ? <p className={css.text}>{content.text}</p> : null}
      <ul className={css.files}>
        {content.files.map(({ file_id, name }) => (
          <li key={file_id}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
