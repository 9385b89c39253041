import { linkTo } from '@cme/commons/route-links';
import type { HelpArticle } from '@cme/contract/content';
import { Breadcrumb, Button, ErrorState, LinkTo, Skeleton } from '@cme/ui';
import { PageHead } from '@cme/shell';
import { useQuery } from '@tanstack/react-query';
import text from '../../components/article.module.css';
import { Prose } from '../../components/prose.tsx';
import { words as portalWords } from '../../components/words.ts';
import css from './certificate.module.css';
import { bookQuery } from './help.queries.ts';
import { helpWords as words } from './help.words.ts';
import { NoHelp } from './no-help.tsx';

/** How to get the certificate of the year: illustrated steps, then questions. */
export function CertificateManualPage() {
  const { data, error, refetch } = useQuery(bookQuery());
  const filterArticles = (key: string) => data?.articles.filter(({ group }) => group === key) ?? [];
  const trail = [
    { title: portalWords.home, href: linkTo.home() },
    { title: words.manual, href: linkTo.helpManual() },
    { title: words.certificate, href: linkTo.helpCertificate() },
  ];
  return (
    <div className={css.page}>
      <PageHead
        name={words.certificate}
        description={words.aboutCertificate}
        trail={trail}
        data={data ? [questionData(filterArticles('faq'))] : []}
      />
      <Breadcrumb trail={trail} />
      <header className={css.head}>
        <h1>{words.certificate}</h1>
        <p>{words.introCertificate}</p>
        <p className={css.actions}>
          <Button component={LinkTo} to={linkTo.mycertificate()}>
            {words.goToMine}
          </Button>
          <Button variant="default" onClick={() => print()}>
            {words.print}
          </Button>
        </p>
      </header>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <div role="status" aria-label={portalWords.loading}>
          <Skeleton height="28rem" />
        </div>
      ) : null}
      {data?.articles.length === 0 ? <NoHelp /> : null}
      {data && data.articles.length > 0 ? (
        <>
          <Steps list={filterArticles('steps')} />
          <Questions list={filterArticles('faq')} />
          <p className={css.more}>
            {words.more}
            <LinkTo to={linkTo.helpManual()}>{words.toManual}</LinkTo>
          </p>
        </>
      ) : null}
    </div>
  );
}

function Steps({ list }: { list: HelpArticle[] }) {
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className={css.heading}>
        {words.steps}
      </h2>
      <ol className={css.steps}>
        {list.map(({ id, title, html }, index) => (
          <li key={id} id={id}>
            <span className={css.number} aria-hidden="true">
              {index + 1}
            </span>
            <div>
              <h3>{title}</h3>
              <Prose html={html} className={text.text} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Questions({ list }: { list: HelpArticle[] }) {
  return (
    <section aria-labelledby="faq">
      <h2 id="faq" className={css.heading}>
        {words.faq}
      </h2>
      <div className={css.questions}>
        {list.map(({ id, title, html }) => (
          <details key={id} id={id}>
            <summary>{title}</summary>
            <Prose html={html} className={text.text} />
          </details>
        ))}
      </div>
    </section>
  );
}

const questionData = (list: HelpArticle[]) => ({
  '@type': 'FAQPage',
  mainEntity: list.map(({ title, html }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text: html.replace(/<[^>]*>/g, '') },
  })),
});
