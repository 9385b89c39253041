import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { helpDetail } from '@cme/contract/content';
import { Button, LinkTo } from '@cme/ui';
import { PageHead } from '@cme/shell';
import css from './manual.module.css';
import text from '../../components/article.module.css';
import { Prose } from '../../components/prose.tsx';
import { words as portalWords } from '../../components/words.ts';
import { helpWords as words } from './help.words.ts';

type HelpItem = DataOf<typeof helpDetail>;

interface Props {
  article: HelpItem;
  /** The URL names this article, as opposed to the manual's start page. */
  isChosen: boolean;
  keyword: string;
}

export function Article({ article, isChosen, keyword }: Props) {
  const { id, title, summary, html, group_title, updated_at, previous, next } = article;
  const Heading = isChosen ? 'h1' : 'h2';
  const trail = [
    { title: portalWords.home, href: linkTo.home() },
    { title: words.manual, href: linkTo.helpManual() },
    { title, href: linkTo.helpManual({ article: id }) },
  ];
  return (
    <article aria-labelledby="article">
      {isChosen ? (
        <PageHead
          name={title}
          description={summary}
          path={linkTo.helpManual({ article: id })}
          type="article"
          trail={trail}
        />
      ) : null}
      <header className={css.articleHead}>
        <p>{group_title}</p>
        <Heading id="article">{title}</Heading>
        {summary ? <p className={css.summary}>{summary}</p> : null}
      </header>
      <Prose isTop={isChosen} html={html} className={text.text} />
      <p className={css.updated}>
        {words.updated} <time dateTime={updated_at.slice(0, 10)}>{updated_at.slice(0, 10)}</time>
        <Button variant="default" onClick={() => print()}>
          {words.print}
        </Button>
      </p>
      <nav className={css.neighbours} aria-label={words.neighbours}>
        {previous ? <Neighbour label={words.previous} item={previous} keyword={keyword} /> : null}
        {next ? <Neighbour label={words.next} item={next} keyword={keyword} /> : null}
      </nav>
    </article>
  );
}

function Neighbour({
  label,
  item,
  keyword,
}: {
  label: string;
  item: { id: string; title: string };
  keyword: string;
}) {
  return (
    <LinkTo to={linkTo.helpManual({ article: item.id, keyword })}>
      <span>{label}</span>
      {item.title}
    </LinkTo>
  );
}
