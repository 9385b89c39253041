import { ErrorState, Skeleton } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import css from './teachers.module.css';
import { teachersQuery } from './course.queries.ts';

export function Teachers({ courseId }: { courseId: string }) {
  const { data, error, refetch } = useQuery(teachersQuery(courseId));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} />;
  return (
    <ul className={css.teachers}>
      {data.list.map((teacher) => (
        <li key={teacher.teacher_id}>
          <img src={teacher.photo} alt="" width={72} height={72} loading="lazy" />
          <div>
            <h3>{teacher.name}</h3>
            <p className={css.teacherTitle}>
              {[teacher.title, teacher.unit].filter(Boolean).join(' · ')}
            </p>
            <p>{teacher.intro}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
