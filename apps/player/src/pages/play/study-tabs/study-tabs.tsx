import { send } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import { type CatalogueChapter, courseDetailCount } from '@cme/contract/content';
import type { playerCourse } from '@cme/contract/study';
import { lazyPart, RowSkeletons, Skeleton } from '@cme/ui';
import { useSearchParams, useLocation } from '@cme/ui/router';
import { TabList } from '@cme/ui/tab-list';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Outline } from './outline.tsx';
import { studyTabsLabel, type StudyTab, studyTabs } from './study-tabs.words.ts';
import css from './study-tabs.module.css';
import type { StudyPosition } from './notes/study-position.ts';

const waiting = <Skeleton height={240} />;
// Loaded when selected, to keep them out of the first view.
const Notes = lazyPart(async () => (await import('./notes/notes.tsx')).Notes, { waiting });
const Homework = lazyPart(async () => (await import('./homework/homework.tsx')).Homework, {
  waiting,
});
const Resources = lazyPart(async () => (await import('@cme/shell/resources')).Resources, {
  waiting,
});
const Appraises = lazyPart(async () => (await import('@cme/shell/appraises')).Appraises, {
  waiting,
});

/** The recording of a live has the counts of the live. */
const countsQuery = (id: string, contentType: 'C' | 'L') =>
  queryOptions({
    queryKey: ['content', 'counts', id],
    queryFn: ({ signal }) => send(courseDetailCount, { content_type: contentType, id }, { signal }),
    staleTime: 60_000,
  });

/** A count of zero is hidden. */
const toTabCounts = (counts: DataOf<typeof courseDetailCount>) => ({
  notes: counts.noteCount || undefined,
  resources: counts.resourceCount || undefined,
  homework: counts.homeworkCount || undefined,
  appraises: counts.appraiseCount || undefined,
});

interface Props {
  courseId: string;
  /** Available before the rest of the course. */
  chapters: readonly CatalogueChapter[] | undefined;
  course: DataOf<typeof playerCourse> | undefined;
  place: StudyPosition;
}

/** The tabs next to the video; the selected one is in the URL, like the section. */
export function StudyTabs({ courseId, chapters, course, place }: Props) {
  const [search, setSearch] = useSearchParams();
  const isReplay = useLocation().pathname.endsWith('/playback');
  const { data: counts } = useQuery(countsQuery(courseId, isReplay ? 'L' : 'C'));
  const asked = search.get('tab') ?? '';
  const tab: StudyTab = asked in studyTabs ? (asked as StudyTab) : 'outline';
  const choose = (name: StudyTab) =>
    setSearch(
      (before) => {
        if (name === 'outline') before.delete('tab');
        else before.set('tab', name);
        before.delete('page');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <TabList
      className={css.tabs}
      label={studyTabsLabel}
      titles={studyTabs}
      value={tab}
      onChange={choose}
      counts={counts && toTabCounts(counts)}
    >
      {tab === 'outline' && chapters ? (
        <Outline chapters={chapters} current={place.section?.section_id ?? ''} />
      ) : null}
      {tab !== 'outline' && course ? (
        <div className={css.sheet}>
          {tab === 'notes' ? <Notes course={course} place={place} /> : null}
          {tab === 'resources' ? <Resources courseId={courseId} /> : null}
          {tab === 'homework' ? <Homework course={course} /> : null}
          {tab === 'appraises' ? <Appraises courseId={courseId} /> : null}
        </div>
      ) : null}
      {(tab === 'outline' ? chapters : course) ? null : <RowSkeletons count={5} height="3.5rem" />}
    </TabList>
  );
}
