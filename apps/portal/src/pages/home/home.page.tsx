import { linkTo } from '@cme/commons/route-links';
import { ErrorState, LinkTo, PageTitle } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../words.ts';
import { CourseBlock } from './course-block.tsx';
import { Hero } from './hero.tsx';
import css from './home.module.css';
import { homeQuery } from './home.queries.ts';
import { HomeSkeleton } from './home-skeleton.tsx';
import { NewsBlock } from './news-block.tsx';

export function HomePage() {
  const { data, error, refetch } = useQuery(homeQuery());
  return (
    <div className={css.home}>
      <PageTitle name={words.home} />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <HomeSkeleton /> : null}
      {data ? (
        <>
          <Hero banner={data.banner} counts={data.counts} need={data.year_need} />
          <LearningSteps />
          <div className={css.news}>
            <NewsBlock
              heading={words.blocks.notices}
              rows={data.notices}
              more={linkTo.news({ type: 'B' })}
            />
            <NewsBlock
              heading={words.blocks.regulations}
              rows={data.regulations}
              more={linkTo.news({ type: 'N' })}
            />
          </div>
          <CourseBlock
            heading={words.blocks.recommend}
            list={data.recommend}
            more={linkTo.profession()}
            isFirst
          />
          <CourseBlock
            heading={words.blocks.free}
            list={data.free}
            more={linkTo.profession({ price_kind: 'free' })}
          />
          <CourseBlock
            heading={words.blocks.hot}
            list={data.hot}
            more={linkTo.profession({ sort: 'hot' })}
          />
          <CourseBlock
            heading={words.blocks.expense}
            list={data.expense}
            more={linkTo.profession({ price_kind: 'paid' })}
          />
          <CourseBlock
            heading={words.blocks.newCourse}
            list={data.newCourse}
            more={linkTo.profession({ sort: 'new' })}
          />
          {data.partner.length > 0 ? (
            <section className={css.block} aria-labelledby="partner">
              <h2 id="partner" className={css.heading}>
                {words.blocks.partner}
              </h2>
              <ul className={css.partners}>
                {data.partner.map(({ name, logo, url }) => (
                  <li key={name}>
                    {url ? (
                      <LinkTo to={url}>
                        <img src={logo} alt={name} width={168} height={56} loading="lazy" />
                      </LinkTo>
                    ) : (
                      <img src={logo} alt={name} width={168} height={56} loading="lazy" />
                    )}
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

function LearningSteps() {
  return (
    <section className={css.block} aria-labelledby="flow">
      <h2 id="flow" className={css.heading}>
        {words.flowTitle}
      </h2>
      <ol className={css.flow}>
        {words.flow.map(([name, text], at) => (
          <li key={name}>
            <span className={css.step} aria-hidden="true">
              {at + 1}
            </span>
            <strong>{name}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
