import type { ContentDetail } from '@cme/contract';
import { useSearchParams } from '@cme/ui/router';
import { TabList } from '@cme/ui/tab-list';
import { words } from '../../words.ts';
import css from './item.module.css';
import { Outline } from './outline.tsx';
import { Teachers } from './teachers.tsx';

type Name = keyof typeof words.item.tabs;

/** What a course holds; the choice stands in the address. */
export function CourseTabs({ course }: { course: ContentDetail }) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab') ?? '';
  const tab = asked in words.item.tabs ? (asked as Name) : 'intro';
  const choose = (name: Name) => setSearch(name === 'intro' ? {} : { tab: name }, { replace: true, preventScrollReset: true });
  return (
    <TabList className={css.tabsArea} label={words.item.tabsLabel} titles={words.item.tabs} value={tab} onChange={choose}>
      {/* The server cleans this text when it is written. */}
      {tab === 'intro' ? <div className={css.prose} dangerouslySetInnerHTML={{ __html: course.detail_html }} /> : null}
      {tab === 'outline' ? <Outline course={course} /> : null}
      {tab === 'teachers' ? <Teachers courseId={course.id} /> : null}
    </TabList>
  );
}
