import { send } from '@cme/commons/api-client';
import { type ContentDetail, type Resource, resourceDownload } from '@cme/contract';
import { Button, EmptyState, ErrorState, Skeleton, toast, useSession } from '@cme/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { resourcesQuery } from './course.queries.ts';
import css from './resources.module.css';
import { resourceWords } from './resource.words.ts';

/** Files beside the videos; who owns the course opens them. */
export function Resources({ course }: { course: ContentDetail }) {
  const { signedIn } = useSession();
  const { data, error, refetch } = useQuery(resourcesQuery(course.id, signedIn));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={200} />;
  if (data.list.length === 0) return <EmptyState text={resourceWords.none} />;
  const canDownload = data.can_download === 'Y';
  return (
    <>
      {canDownload ? null : <p className={css.note}>{resourceWords.joinFirst}</p>}
      <ul className={css.list}>
        {data.list.map((file) => (
          <li key={file.resource_id}>
            <Row courseId={course.id} file={file} canDownload={canDownload} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Row({
  courseId,
  file,
  canDownload,
}: {
  courseId: string;
  file: Resource;
  canDownload: boolean;
}) {
  // An address is good for minutes: it is asked for when somebody wants the file.
  const download = useMutation({
    mutationFn: () =>
      send(resourceDownload, { content_type: 'C', id: courseId, resource_id: file.resource_id }),
    onSuccess: ({ url }) => globalThis.location.assign(url),
    onError: (error) => toast.error(error.message),
  });
  return (
    <div className={css.row}>
      <span className={css.kind} aria-hidden="true">
        {file.kind.toUpperCase()}
      </span>
      <span className={css.title}>
        {file.title}
        <small>{resourceWords.facts(file.kind, file.size)}</small>
      </span>
      {canDownload ? (
        <Button
          size="md"
          variant="default"
          aria-label={`${resourceWords.download} ${file.title}`}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {resourceWords.download}
        </Button>
      ) : null}
    </div>
  );
}
