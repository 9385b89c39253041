import { site } from '@cme/commons/branding';
import { ErrorState } from '@cme/ui';
import { MenuGrid, PageHead, pictureUrl, siteUrl, type StructuredData } from '@cme/shell';
import { useQuery } from '@tanstack/react-query';
import { words } from '../../components/words.ts';
import { homeWords } from './home.words.ts';
import { HomeBlocks } from './home-blocks.tsx';
import css from './home.module.css';
import { homeQuery } from './home.queries.ts';
import { HomeSkeleton } from './home-skeleton.tsx';

export function HomePage() {
  const { data, error, refetch } = useQuery(homeQuery());
  return (
    <div className={css.home}>
      <PageHead name={words.home} description={homeWords.about(site())} data={[organization()]} />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <HomeSkeleton /> : null}
      {data ? (
        <>
          <MenuGrid />
          <HomeBlocks data={data} />
        </>
      ) : null}
    </div>
  );
}

/** The organization that runs the site. */
function organization(): StructuredData {
  const { site_name, site_short_name, site_logo, slogan, service_phone } = site();
  return {
    '@type': 'Organization',
    name: site_name,
    alternateName: site_short_name,
    url: siteUrl('/'),
    logo: pictureUrl(site_logo),
    slogan,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: service_phone,
      availableLanguage: 'zh-CN',
    },
  };
}
