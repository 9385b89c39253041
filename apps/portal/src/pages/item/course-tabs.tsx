import type { ContentDetail } from '@cme/contract';
import { useSearchParams } from '@cme/ui/router';
import { words } from '../../words.ts';
import css from './item.module.css';
import { Outline } from './outline.tsx';
import { Teachers } from './teachers.tsx';

const names = ['intro', 'outline', 'teachers'] as const;
type Name = (typeof names)[number];

/** Tabs whose choice stands in the address; arrow keys move between them. */
export function CourseTabs({ course }: { course: ContentDetail }) {
  const [search, setSearch] = useSearchParams();
  const tab = names.find((name) => name === search.get('tab')) ?? 'intro';
  const choose = (name: Name) => setSearch(name === 'intro' ? {} : { tab: name }, { replace: true, preventScrollReset: true });
  const step = (by: number) => {
    const next = names[(names.indexOf(tab) + by + names.length) % names.length] ?? 'intro';
    choose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div className={css.tabsArea}>
      <div role="tablist" aria-label={words.item.tabsLabel} className={css.tabs}>
        {names.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={name === tab}
            aria-controls="tab-body"
            tabIndex={name === tab ? 0 : -1}
            className={css.tab}
            onClick={() => choose(name)}
            onKeyDown={({ key }) => (key === 'ArrowRight' ? step(1) : key === 'ArrowLeft' ? step(-1) : undefined)}
          >
            {words.item.tabs[name]}
          </button>
        ))}
      </div>
      <div id="tab-body" role="tabpanel" aria-labelledby={`tab-${tab}`} className={css.tabBody}>
        {/* The server cleans this text when it is written. */}
        {tab === 'intro' ? <div className={css.prose} dangerouslySetInnerHTML={{ __html: course.detail_html }} /> : null}
        {tab === 'outline' ? <Outline course={course} /> : null}
        {tab === 'teachers' ? <Teachers courseId={course.id} /> : null}
      </div>
    </div>
  );
}
