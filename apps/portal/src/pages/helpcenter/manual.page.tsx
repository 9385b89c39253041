import { isCallError } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, ErrorState, LinkTo, Skeleton } from '@cme/ui';
import { PageHead } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { words as portalWords } from '../../components/words.ts';
import { Article } from './article.tsx';
import { articleQuery, readKeyword, treeQuery } from './help.queries.ts';
import { helpWords as words } from './help.words.ts';
import css from './manual.module.css';
import { ManualTree } from './manual-tree.tsx';
import { NoHelp } from './no-help.tsx';
import { SearchBox } from './search-box.tsx';

/** The manual: its tree and one article. Article and keyword are in the URL. */
export function ManualPage() {
  const [search, setSearch] = useSearchParams();
  const keyword = readKeyword(search);
  const tree = useQuery(treeQuery());
  const found = useQuery({ ...treeQuery(keyword), enabled: keyword !== '' });
  const shown = keyword ? found.data : tree.data;
  const chosen = search.get('article') ?? '';
  const id = chosen || (tree.data?.groups[0]?.articles[0]?.id ?? '');
  const searchFor = (word: string) =>
    setSearch({ ...(chosen ? { article: chosen } : {}), ...(word ? { keyword: word } : {}) });

  // At its own URL the article's title is the page heading.
  const Title = chosen ? 'p' : 'h1';
  const error = tree.error ?? (keyword ? found.error : null);
  return (
    <div className={css.page}>
      {chosen ? null : (
        <PageHead name={words.manual} description={words.about} path={linkTo.helpManual()} />
      )}
      <header className={css.head}>
        <div>
          <Title className={css.title}>{words.manual}</Title>
          <p>{words.intro}</p>
        </div>
        <LinkTo to={linkTo.helpCertificate()} className={css.other}>
          {words.toCertificate}
        </LinkTo>
      </header>
      <div className={css.body}>
        <aside className={css.side} aria-label={words.tree}>
          <SearchBox key={keyword} keyword={keyword} onFind={searchFor} />
          {error ? (
            <ErrorState
              error={error}
              onRetry={() => void Promise.all([tree.refetch(), keyword && found.refetch()])}
            />
          ) : null}
          {!shown && !error ? <Skeleton height="24rem" /> : null}
          {shown ? (
            <ManualTree
              groups={shown.groups}
              current={id}
              keyword={keyword}
              onAll={() => searchFor('')}
            />
          ) : null}
        </aside>
        <div className={css.main}>
          {tree.data && !id ? <NoHelp /> : null}
          {id ? <ChosenArticle id={id} isChosen={chosen !== ''} keyword={keyword} /> : null}
        </div>
      </div>
    </div>
  );
}

function ChosenArticle({
  id,
  isChosen,
  keyword,
}: {
  id: string;
  isChosen: boolean;
  keyword: string;
}) {
  const { data, error, refetch } = useQuery(articleQuery(id));
  if (isCallError(error) && error.statusCode === 404)
    return (
      <>
        <PageHead name={words.lost} isHidden />
        <EmptyState
          text={words.lost}
          hint={words.lostHint}
          action={
            <Button component={LinkTo} to={linkTo.helpManual()}>
              {words.all}
            </Button>
          }
        />
      </>
    );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status" aria-label={portalWords.loading}>
        <Skeleton height="2rem" width="60%" />
        <Skeleton height="18rem" mt="1.5rem" />
      </div>
    );
  return <Article key={id} article={data} isChosen={isChosen} keyword={keyword} />;
}
