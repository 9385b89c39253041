import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, LinkTo } from '@cme/ui';
import { CourseCard } from '@cme/shell';
import { useQuery } from '@tanstack/react-query';
import css from './cart.module.css';
import { recommendQuery } from './cart.queries.ts';
import { cartWords } from './cart.words.ts';

/** Empty state with links to courses. */
export function CartEmpty() {
  const { data } = useQuery(recommendQuery());
  return (
    <>
      <div className={css.empty}>
        <EmptyState
          text={cartWords.empty}
          hint={cartWords.emptyHint}
          action={
            <Button component={LinkTo} to={linkTo.profession()}>
              {cartWords.toCourses}
            </Button>
          }
        />
      </div>
      {data && data.list.length > 0 ? (
        <section aria-labelledby="recommend" className={css.recommend}>
          <h2 id="recommend">{cartWords.recommend}</h2>
          <ul className={`cards ${css.cards}`}>
            {data.list.slice(0, 4).map((course) => (
              <li key={course.id}>
                <CourseCard course={course} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
