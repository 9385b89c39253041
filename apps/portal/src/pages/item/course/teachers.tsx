import { ErrorState, Skeleton } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import { TeacherList } from '../teacher-list.tsx';
import { teachersQuery } from './course.queries.ts';

export function Teachers({ courseId }: { courseId: string }) {
  const { data, error, refetch } = useQuery(teachersQuery(courseId));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} />;
  return <TeacherList list={data.list} />;
}
