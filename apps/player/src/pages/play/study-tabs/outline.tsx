import type { CatalogueChapter } from '@cme/contract/content';
import { isPlayable } from '@cme/contract/study';
import { Icon } from '@cme/ui';
import { Link } from '@cme/ui/router';
import { formatClock, words } from '../../../components/words.ts';
import css from '../../../components/room.module.css';

/** Kinds without a duration. */
const kinds: Record<string, string> = { homework: words.homework, doc: words.document };
const statusSigns: Record<string, string> = { not_started: '○', studying: '◐', finished: '●' };

/** The chapters of the course; each section shows its state as icon and text once that is known. */
export function Outline({
  chapters,
  current,
}: {
  chapters: readonly CatalogueChapter[];
  current: string;
}) {
  return (
    <nav aria-label={words.outline} className={css.outline}>
      {chapters.map((chapter) => (
        <section key={chapter.chapter_id}>
          <h2 className={css.chapter}>{chapter.title}</h2>
          <ol className={css.sections}>
            {chapter.sections.map((section) => (
              <li key={section.section_id}>
                <Row section={section} isCurrent={section.section_id === current} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </nav>
  );
}

function Row({
  section,
  isCurrent,
}: {
  section: CatalogueChapter['sections'][number];
  isCurrent: boolean;
}) {
  const state = section.section_status;
  const length = kinds[section.type] ?? formatClock(section.seconds);
  const content = (
    <>
      <span className={css.sign} aria-hidden="true">
        {state === 'locked' ? <Icon name="lock" size={18} /> : (statusSigns[state] ?? '○')}
      </span>
      <span className={css.sectionTitle}>{section.title}</span>
      <span className={css.sectionMeta}>
        {[words.marks[state], length].filter(Boolean).join(' · ')}
      </span>
    </>
  );
  if (state !== 'locked' && section.type === 'homework')
    return (
      <Link className={css.row} data-state={state} to={{ search: '?tab=homework' }} replace>
        {content}
      </Link>
    );
  if (state === 'locked' || !isPlayable(section))
    return (
      <span className={css.row} data-state={state}>
        {content}
      </span>
    );
  return (
    <Link
      className={css.row}
      data-state={state}
      aria-current={isCurrent ? 'true' : undefined}
      to={{ search: `?section=${section.section_id}` }}
      replace
    >
      {content}
    </Link>
  );
}
