import { site } from '@cme/commons/branding';
import { linkTo } from '@cme/commons/route-links';
import type { DataOf, homeIndex } from '@cme/contract';
import { ErrorState, LinkTo, PageHead, siteUrl, type StructuredData } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../words.ts';
import { homeWords } from './home.words.ts';
import { CourseBlock } from './course-block.tsx';
import { Hero } from './hero.tsx';
import css from './home.module.css';
import { homeQuery } from './home.queries.ts';
import { HomeSkeleton } from './home-skeleton.tsx';
import { NewsBlock } from './news-block.tsx';

type Home = DataOf<typeof homeIndex>;

export function HomePage() {
  const { data, error, refetch } = useQuery(homeQuery());
  return (
    <div className={css.home}>
      <PageHead name={words.home} description={homeWords.about(site())} data={[organization()]} />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <HomeSkeleton /> : null}
      {data ? (
        <>
          <Hero banner={data.banner} counts={data.counts} need={data.year_need} />
          <LearningSteps />
          <div className={css.news}>
            <NewsBlock
              heading={homeWords.blocks.notices}
              rows={data.notices}
              more={linkTo.news({ type: 'B' })}
            />
            <NewsBlock
              heading={homeWords.blocks.regulations}
              rows={data.regulations}
              more={linkTo.news({ type: 'N' })}
            />
          </div>
          {courseBlocks.map(([name, more]) => (
            <CourseBlock
              key={name}
              heading={homeWords.blocks[name]}
              list={data[name]}
              more={more()}
              isFirst={name === 'recommend'}
            />
          ))}
          {data.partner.length > 0 ? <Partners list={data.partner} /> : null}
        </>
      ) : null}
    </div>
  );
}

/** Who stands behind the site. */
function organization(): StructuredData {
  const { site_name, site_short_name, site_logo, slogan, service_phone } = site();
  return {
    '@type': 'Organization',
    name: site_name,
    alternateName: site_short_name,
    url: siteUrl('/'),
    logo: siteUrl(site_logo),
    slogan,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: service_phone,
      availableLanguage: 'zh-CN',
    },
  };
}

const courseBlocks = [
  ['recommend', () => linkTo.profession()],
  ['free', () => linkTo.profession({ price_kind: 'free' })],
  ['hot', () => linkTo.profession({ sort: 'hot' })],
  ['expense', () => linkTo.profession({ price_kind: 'paid' })],
  ['newCourse', () => linkTo.profession({ sort: 'new' })],
] as const;

function Partners({ list }: { list: Home['partner'] }) {
  return (
    <section className={css.block} aria-labelledby="partner">
      <h2 id="partner" className={css.heading}>
        {homeWords.blocks.partner}
      </h2>
      <ul className={css.partners}>
        {list.map(({ name, logo, url }) => {
          const image = <img src={logo} alt={name} width={168} height={56} loading="lazy" />;
          return <li key={name}>{url ? <LinkTo to={url}>{image}</LinkTo> : image}</li>;
        })}
      </ul>
    </section>
  );
}

function LearningSteps() {
  return (
    <section className={css.block} aria-labelledby="flow">
      <h2 id="flow" className={css.heading}>
        {homeWords.flowTitle}
      </h2>
      <ol className={css.flow}>
        {homeWords.flow.map(([name, text], at) => (
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
