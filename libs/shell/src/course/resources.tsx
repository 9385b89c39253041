import { send } from '@cme/commons/api-client';
import type { Resource } from '@cme/contract/study';
import { Button, EmptyState, ErrorState, Skeleton, toast } from '@cme/ui';
import { useOpenFile, useSession } from '@cme/shell';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import css from './resources.module.css';
import { resourceWords } from './resource.words.ts';

const resourceDownload = async () =>
  (await import('@cme/contract/study/appraise')).resourceDownload;
const resourceList = async () => (await import('@cme/contract/study/appraise')).resourceList;

/** Files of a course; `mine` adds whether the user may download them. */
export const resourcesQuery = (id: string, mine = false) =>
  queryOptions({
    queryKey: ['content', 'resources', id, mine],
    queryFn: ({ signal }) => send(resourceList, { content_type: 'C', id }, { signal }),
    staleTime: mine ? 0 : 60_000,
  });

/** Files of a course; learners who own the course can open them. */
export function Resources({ courseId }: { courseId: string }) {
  const { signedIn } = useSession();
  const { data, error, refetch } = useQuery(resourcesQuery(courseId, signedIn));
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
            <Row courseId={courseId} file={file} canDownload={canDownload} />
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
  const openFile = useOpenFile();
  // Download URLs expire after minutes, so one is requested on click.
  const download = useMutation({
    mutationFn: () =>
      send(resourceDownload, { content_type: 'C', id: courseId, resource_id: file.resource_id }),
    onSuccess: ({ url }) => openFile(url),
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
