import { isCallError } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import type { DeclareDetail } from '@cme/contract/credits';
import { Button, ErrorState, LinkTo, RowSkeletons } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import shared from '../changecredits.module.css';
import css from './detail.module.css';
import { detailWords as words, exchangeWords } from '../changecredits.words.ts';
import { detailQuery } from '../exchange.queries.ts';
import { createDraftFacts } from '../facts.ts';
import { DeclarationNotFound } from '../declaration-not-found.tsx';
import { Proofs } from './proofs.tsx';
import { DeclarationProgress } from './declaration-progress.tsx';
import { Withdraw } from './withdraw.tsx';

/** 兑换详情: a declaration, its progress and the available actions. */
export function ExchangeDetailPage() {
  const [search] = useSearchParams();
  const no = search.get('no') ?? '';
  return (
    <div className={shared.page}>
      <PageTitle name={words.title} />
      <p className={css.backLink}>
        <LinkTo to={linkTo.changecreditsIndex()}>{words.back}</LinkTo>
      </p>
      {no ? <Detail declareNo={no} /> : <DeclarationNotFound text={words.none} />}
    </div>
  );
}

function Detail({ declareNo }: { declareNo: string }) {
  const { data, error, refetch } = useQuery(detailQuery(declareNo));
  if (isCallError(error) && error.statusCode === 404)
    return <DeclarationNotFound text={error.message} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowSkeletons count={4} height="7rem" />;
  const title = data.activity_name || exchangeWords.untitled;
  return (
    <article className={css.detail}>
      <header className={css.detailHead}>
        <div>
          <h1>{title}</h1>
          <p className={shared.facts}>
            {[data.kind_name, exchangeWords.yearName(data.year), data.declare_no].join(' · ')}
          </p>
        </div>
        <span className={shared.state} data-state={data.declare_status}>
          {data.declare_status_name}
        </span>
        <p className={css.sum}>
          <strong>{exchangeWords.amount(data.hours, data.credits)}</strong>
        </p>
      </header>
      {data.reason ? (
        <p className={shared.returned} role="note">
          <span>
            <strong>{words.reason}</strong>
            {data.reason}
          </span>
        </p>
      ) : null}
      <div className={css.actions}>
        {data.can_edit === 'Y' ? (
          <Button component={LinkTo} to={linkTo.declare({ no: declareNo, step: 'form' })}>
            {words.edit}
          </Button>
        ) : null}
        {data.can_withdraw === 'Y' ? (
          <Withdraw declareNo={declareNo} isDraft={data.declare_status === 'draft'} />
        ) : null}
        <Button variant="default" onClick={() => window.print()}>
          {exchangeWords.print}
        </Button>
      </div>
      <DeclarationProgress detail={data} />
      <Facts detail={data} />
      <Proofs detail={data} />
    </article>
  );
}

function Facts({ detail }: { detail: DeclareDetail }) {
  const { claimed, approved } = detail;
  const rows = [
    [words.person, detail.real_name],
    [words.unit, detail.unit_name],
    ...createDraftFacts(detail.kind, detail.draft),
    [words.formula, detail.formula],
    [words.claimed, exchangeWords.amount(claimed.hours, claimed.credits)],
    [words.approved, approved ? exchangeWords.amount(approved.hours, approved.credits) : ''],
    [words.submitted, detail.submitted_at],
  ].filter(([, value]) => value !== '');
  return (
    <section className={shared.card} aria-labelledby="data">
      <h2 id="data">{words.data}</h2>
      <dl className={shared.facts2}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
