import { isCallError } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import type { SitePageName } from '@cme/contract/site';
import { Breadcrumb, ErrorState, LinkTo, Skeleton } from '@cme/ui';
import { NotFound, PageHead } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import article from '../../components/article.module.css';
import { sitePageQuery, sitePageTitles } from '../../components/site-page.queries.ts';
import { Prose } from '../../components/prose.tsx';
import { words as portalWords } from '../../components/words.ts';
import css from './site-page.module.css';
import { sitePageWords as words } from './site-page.words.ts';

/** One of the site's own pages. The URL may name an earlier version. */
function SitePage({ page }: { page: SitePageName }) {
  const [search] = useSearchParams();
  const { data, error, refetch } = useQuery(sitePageQuery(page, search.get('version') ?? ''));
  const title = sitePageTitles[page];
  const trail = [
    { title: portalWords.home, href: linkTo.home() },
    { title, href: linkTo[page]() },
  ];
  if (isCallError(error) && error.statusCode === 404) return <NotFound />;
  return (
    <div className={css.page}>
      <PageHead name={title} description={words.description(title)} path={linkTo[page]()} />
      <Breadcrumb trail={trail} />
      <article className={css.sheet} aria-labelledby="title">
        <h1 id="title">{title}</h1>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? (
          <div role="status" aria-label={portalWords.loading}>
            <Skeleton height="20rem" />
          </div>
        ) : null}
        {data ? (
          <>
            <Prose key={data.version} isTop html={data.html} className={article.text} />
            <Versions page={page} shown={data.version} versions={data.versions} />
          </>
        ) : null}
      </article>
    </div>
  );
}

function Versions({
  page,
  shown,
  versions,
}: {
  page: SitePageName;
  shown: string;
  versions: readonly string[];
}) {
  const others = versions.filter((version) => version !== shown);
  return (
    <footer className={css.versions}>
      <p>{words.version(shown, shown === versions[0])}</p>
      {others.length > 0 ? (
        <nav aria-label={words.others}>
          {words.others}：
          {others.map((version) => (
            <LinkTo key={version} to={linkTo[page]({ version })}>
              {version}
            </LinkTo>
          ))}
        </nav>
      ) : null}
    </footer>
  );
}

export const AboutPage = () => <SitePage page="about" />;
export const ContactPage = () => <SitePage page="contact" />;
export const TermsPage = () => <SitePage page="terms" />;
export const PrivacyPage = () => <SitePage page="privacy" />;
