import { linkTo } from '@cme/commons/route-links';
import type { CatalogueSection, ContentDetail } from '@cme/contract/content';
import { durationWords, ErrorState, LinkTo, Skeleton } from '@cme/ui';
import { useSession } from '@cme/shell';
import { useQuery } from '@tanstack/react-query';
import itemCss from '../item.module.css';
import css from './outline.module.css';
import { catalogQuery } from './course.queries.ts';
import { itemWords } from '../item.words.ts';

const marks: Record<string, string> = {
  locked: '未解锁',
  not_started: '未学习',
  studying: '学习中',
  finished: '已完成',
};

export function Outline({ course }: { course: ContentDetail }) {
  const { signedIn } = useSession();
  const { data, error, refetch } = useQuery(catalogQuery(course.id, signedIn));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} />;
  return data.chapters.map((chapter) => (
    <section key={chapter.chapter_id} className={css.chapter}>
      <h3>{chapter.title}</h3>
      <ol>
        {chapter.sections.map((section) => (
          <li key={section.section_id}>
            <SectionRow course={course} section={section} />
          </li>
        ))}
      </ol>
    </section>
  ));
}

function SectionRow({ course, section }: { course: ContentDetail; section: CatalogueSection }) {
  const canPlay =
    course.my_learning !== undefined &&
    section.section_status !== 'locked' &&
    section.type === 'video';
  return (
    <p className={css.section}>
      {canPlay ? (
        <LinkTo to={linkTo.play(course.id, section.section_id)}>{section.title}</LinkTo>
      ) : (
        <span>{section.title}</span>
      )}
      <span className={itemCss.sectionMeta}>
        {[
          marks[section.section_status],
          section.required === 'Y' ? itemWords.required : itemWords.optional,
          section.seconds > 0 ? durationWords(section.seconds) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </p>
  );
}
