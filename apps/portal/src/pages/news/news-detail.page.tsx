import { isCallError } from '@cme/commons/api-client';
import { site } from '@cme/commons/branding';
import { linkTo } from '@cme/commons/route-links';
import type { NewsItem } from '@cme/contract/content';
import { Breadcrumb, Button, ErrorState, LinkTo, Skeleton } from '@cme/ui';
import { NotFound, PageHead, pictureUrl, siteUrl, type StructuredData } from '@cme/shell';
import { useParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import article from '../../components/article.module.css';
import { Prose } from '../../components/prose.tsx';
import { words as portalWords } from '../../components/words.ts';
import { Attachments } from './attachments.tsx';
import css from './news-detail.module.css';
import { newsItemQuery } from './news.queries.ts';
import { newsWords as words } from './news.words.ts';
import { useView } from './use-view.ts';

export function NewsDetailPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(newsItemQuery(id));
  if (isCallError(error) && error.statusCode === 404) return <NotFound />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data ? <Item key={data.id} item={data} /> : <ItemSkeleton />;
}

function Item({ item }: { item: NewsItem }) {
  useView(item.id);
  const { id, title, type, source, publish_at, view_count, html, attachments } = item;
  const trail = [
    { title: portalWords.home, href: linkTo.home() },
    { title: words.types[type] ?? words.title, href: linkTo.news({ type }) },
    { title, href: linkTo.newsDetail(id) },
  ];
  return (
    <div className={css.page}>
      <PageHead
        name={title}
        description={item.summary}
        type="article"
        trail={trail}
        data={[createArticleData(item)]}
      />
      <Breadcrumb trail={trail} />
      <article className={css.sheet} aria-labelledby="title">
        <header className={css.head}>
          <h1 id="title">{title}</h1>
          <p className={css.meta}>
            {source ? (
              <span>
                {words.source}：{source}
              </span>
            ) : null}
            <span>
              {words.published}：
              <time dateTime={publish_at.replace(' ', 'T') + '+08:00'}>
                {publish_at.slice(0, 16)}
              </time>
            </span>
            <span className={css.views}>{words.views(view_count)}</span>
          </p>
        </header>
        <Prose isTop html={html} className={article.text} />
        {attachments.length > 0 ? <Attachments newsId={id} list={attachments} /> : null}
      </article>
      <nav className={css.neighbours} aria-label={words.neighbours}>
        <Neighbour label={words.previous} item={item.previous} />
        <Neighbour label={words.next} item={item.next} />
      </nav>
      <p className={css.tools}>
        <LinkTo to={linkTo.news({ type })} className={css.back}>
          {words.back}
        </LinkTo>
        <Button variant="default" onClick={() => print()}>
          {words.print}
        </Button>
      </p>
    </div>
  );
}

function Neighbour({ label, item }: { label: string; item: NewsItem['next'] }) {
  return (
    <p>
      <span>{label}</span>
      {item ? <LinkTo to={linkTo.newsDetail(item.id)}>{item.title}</LinkTo> : words.none}
    </p>
  );
}

function createArticleData({ id, title, summary, source, publish_at }: NewsItem): StructuredData {
  const { site_name, site_logo } = site();
  const publishedAt = `${publish_at.replace(' ', 'T')}+08:00`;
  return {
    '@type': 'NewsArticle',
    headline: title,
    description: summary,
    datePublished: publishedAt,
    dateModified: publishedAt,
    inLanguage: 'zh-CN',
    mainEntityOfPage: siteUrl(linkTo.newsDetail(id)),
    image: [pictureUrl(site_logo)],
    author: [{ '@type': 'Organization', name: source || site_name }],
    publisher: {
      '@type': 'Organization',
      name: site_name,
      logo: { '@type': 'ImageObject', url: pictureUrl(site_logo) },
    },
  };
}

function ItemSkeleton() {
  return (
    <div className={css.page} role="status" aria-label={portalWords.loading}>
      <div className={css.sheet} aria-hidden="true">
        <Skeleton height="2rem" width="70%" />
        <Skeleton height="1rem" width="40%" mt="1rem" />
        <Skeleton height="14rem" mt="2rem" />
      </div>
    </div>
  );
}
