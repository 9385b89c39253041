import { isCallError } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import type { ContentCard } from '@cme/contract/content';
import { Breadcrumb, ErrorState, priceWords } from '@cme/ui';
import { CourseCard, PageHead, useSession } from '@cme/shell';
import { useParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../../components/words.ts';
import { createCourseData } from '../course-data.ts';
import { CourseTabs } from './course-tabs.tsx';
import buyBarCss from '../buy-bar.module.css';
import css from '../item.module.css';
import { ItemHead } from '../item-head.tsx';
import { ItemMissing } from '../item-missing.tsx';
import { ItemSkeleton } from '../item-skeleton.tsx';
import { detailQuery, relatedQuery } from './course.queries.ts';
import { itemWords } from '../item.words.ts';
import { StudyButton } from './study-button.tsx';

export function CoursePage() {
  const { id = '' } = useParams();
  const { signedIn } = useSession();
  const open = useQuery(detailQuery(id));
  const mine = useQuery({ ...detailQuery(id, true), enabled: signedIn });
  const related = useQuery(relatedQuery(id));
  const course = (signedIn ? mine.data : undefined) ?? open.data;
  const error = course ? undefined : (mine.error ?? open.error);

  if (isCallError(error) && error.statusCode === 404) return <ItemMissing error={error} id={id} />;
  if (error)
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([open.refetch(), signedIn && mine.refetch()])}
      />
    );
  if (!course) return <ItemSkeleton />;
  const parent =
    course.subject_kind === 'public'
      ? { title: words.publicneed, href: linkTo.publicneed() }
      : { title: words.profession, href: linkTo.profession() };
  const trail = [{ title: words.home, href: linkTo.home() }, parent, { title: course.title }];
  return (
    <div className={css.page}>
      <PageHead
        name={course.title}
        description={course.summary || course.subtitle}
        image={course.cover}
        trail={trail}
        data={[createCourseData(course, linkTo.course(id))]}
      />
      <Breadcrumb trail={trail} />
      <ItemHead
        item={course}
        count={itemWords.sections(course.section_count)}
        price={
          <strong className={course.is_free === 'Y' ? buyBarCss.free : buyBarCss.price}>
            {priceWords(course)}
          </strong>
        }
      >
        <StudyButton course={course} settled={!signedIn || mine.data !== undefined} />
      </ItemHead>
      <div className={css.body}>
        <CourseTabs course={course} />
        <RelatedCourses list={related.data?.list ?? []} />
      </div>
    </div>
  );
}

function RelatedCourses({ list }: { list: readonly ContentCard[] }) {
  if (list.length === 0) return null;
  return (
    <aside aria-labelledby="related" className={`${css.related} below-fold`}>
      <h2 id="related">{itemWords.related}</h2>
      <ul>
        {list.slice(0, 4).map((card) => (
          <li key={card.id}>
            <CourseCard course={card} />
          </li>
        ))}
      </ul>
    </aside>
  );
}
