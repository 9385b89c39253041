import type { ContentDetail } from '@cme/contract/content';
import { useSearchParams } from '@cme/ui/router';
import { Appraises } from '@cme/shell/appraises';
import { Resources } from '@cme/shell/resources';
import { TabList } from '@cme/ui/tab-list';
import { Prose } from '../../../components/prose.tsx';
import css from '../item.module.css';
import { itemWords } from '../item.words.ts';
import { Outline } from './outline.tsx';
import { Teachers } from './teachers.tsx';

type Name = keyof typeof itemWords.tabs;

/** Contents of a course; the selected tab is in the URL. */
export function CourseTabs({ course }: { course: ContentDetail }) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab') ?? '';
  const tab = asked in itemWords.tabs ? (asked as Name) : 'intro';
  const choose = (name: Name) =>
    setSearch(name === 'intro' ? {} : { tab: name }, { replace: true, preventScrollReset: true });
  return (
    <TabList
      className={css.tabsArea}
      label={itemWords.tabsLabel}
      titles={itemWords.tabs}
      value={tab}
      onChange={choose}
      counts={{
        outline: course.section_count,
        appraises: course.appraise_count,
        resources: course.resource_count,
      }}
    >
      {tab === 'intro' ? <Prose isTop className={css.prose} html={course.detail_html} /> : null}
      {tab === 'outline' ? <Outline course={course} /> : null}
      {tab === 'teachers' ? <Teachers courseId={course.id} /> : null}
      {tab === 'appraises' ? <Appraises courseId={course.id} /> : null}
      {tab === 'resources' ? <Resources courseId={course.id} /> : null}
    </TabList>
  );
}
