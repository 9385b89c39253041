import { send } from '@cme/commons/api-client';
import type { ClassResource } from '@cme/contract/study';
import { Button, ErrorState, Icon, Skeleton, toast } from '@cme/ui';
import { useOpenFile, useSession } from '@cme/shell';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Prose } from '../prose.tsx';
import { classNoticesQuery, classTeachersQuery, handoutsQuery } from './class.queries.ts';
import css from './training-class.module.css';
import { classWords as words } from './class.words.ts';

const trainingclassDownload = async () =>
  (await import('@cme/contract/study/training-class')).trainingclassDownload;

export function ClassTeachers({ classId }: { classId: string }) {
  const { data, error, refetch } = useQuery(classTeachersQuery(classId));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} />;
  return (
    <ul className={css.teachers}>
      {data.list.map(({ teacher_id, photo, name, title, unit, intro }) => (
        <li key={teacher_id}>
          <img src={photo} alt="" width={56} height={56} loading="lazy" />
          <div>
            <h3>{name}</h3>
            <p className={css.note}>{[title, unit].filter(Boolean).join(' · ')}</p>
            <p>{intro}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function ClassNotices({ classId }: { classId: string }) {
  const { data, error, refetch } = useQuery(classNoticesQuery(classId));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={96} />;
  if (data.list.length === 0) return <p className={css.none}>{words.noNotices}</p>;
  return (
    <ul className={css.notices}>
      {data.list.map(({ id, title, html, publish_at }) => (
        <li key={id}>
          <h3>{title}</h3>
          <p className={css.note}>{publish_at.slice(0, 10)}</p>
          <Prose html={html} />
        </li>
      ))}
    </ul>
  );
}

const formatSize = (bytes: number) =>
  bytes >= 1_048_576 ? `${(bytes / 1_048_576).toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`;

/** Files of the class; those for members only are marked. */
export function Handouts({ classId }: { classId: string }) {
  const { signedIn } = useSession();
  const open = useQuery(handoutsQuery(classId));
  const ownHandouts = useQuery({ ...handoutsQuery(classId, true), enabled: signedIn });
  const data = (signedIn ? ownHandouts.data : undefined) ?? open.data;
  if (!data && open.error)
    return <ErrorState error={open.error} onRetry={() => void open.refetch()} />;
  if (!data) return <Skeleton height={96} />;
  if (data.list.length === 0) return <p className={css.none}>{words.noHandouts}</p>;
  return (
    <ul className={css.handouts}>
      {data.list.map((item) => (
        <li key={item.id}>
          <span className={css.kind} aria-hidden="true">
            {item.kind.toUpperCase()}
          </span>
          <span>
            {item.title}
            <span className={css.note}>{formatSize(item.size)}</span>
          </span>
          {item.can_open === 'Y' ? (
            <Download classId={classId} file={item} />
          ) : (
            <span className={css.locked}>
              <Icon name="lock" size={16} />
              {words.membersOnly}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Download URLs expire after minutes, so one is requested on click. */
function Download({ classId, file }: { classId: string; file: ClassResource }) {
  const openFile = useOpenFile();
  const open = useMutation({
    mutationFn: () => send(trainingclassDownload, { class_id: classId, id: file.id }),
    onSuccess: ({ url }) => openFile(url),
    onError: (error) => toast.error(error.message),
  });
  return (
    <Button
      variant="subtle"
      loading={open.isPending}
      aria-label={`${words.download} ${file.title}`}
      onClick={() => open.mutate()}
    >
      {words.download}
    </Button>
  );
}
