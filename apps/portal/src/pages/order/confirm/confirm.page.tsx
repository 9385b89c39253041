import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, ErrorState, LinkTo, RowSkeletons } from '@cme/ui';
import { Steps } from '@cme/ui/steps';
import { PageTitle } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Buyer } from './buyer.tsx';
import { CardChoice } from './card-choice.tsx';
import { ConfirmSum } from './confirm-sum.tsx';
import { confirmWords as words } from './confirm.words.ts';
import { OrderLines } from '../order-lines.tsx';
import { NotBuyable } from './not-buyable.tsx';
import css from './confirm.module.css';
import orderCss from '../order.module.css';
import { orderWords } from '../order.words.ts';
import { type Choice, parseChoice, previewQuery } from './confirm.queries.ts';

export function ConfirmPage() {
  const [search] = useSearchParams();
  const choice = parseChoice(search);
  return (
    <div className={orderCss.page}>
      <PageTitle name={words.title} />
      <Steps steps={orderWords.steps} current={1} label={orderWords.stepsLabel} />
      <h1>{words.title}</h1>
      {choice ? (
        <Confirm key={JSON.stringify(choice)} choice={choice} />
      ) : (
        <EmptyState
          text={words.nothing}
          action={
            <Button component={LinkTo} to={linkTo.cart()}>
              {words.toCart}
            </Button>
          }
        />
      )}
    </div>
  );
}

function Confirm({ choice }: { choice: Choice }) {
  const [cardNo, setCardNo] = useState('');
  const { data, error, refetch, isPlaceholderData } = useQuery(previewQuery(choice, cardNo));
  // A card that has become invalid is deselected without losing the order.
  if (error && cardNo) return <ErrorState error={error} onRetry={() => setCardNo('')} />;
  if (error) return <NotBuyable error={error} choice={choice} onRetry={() => void refetch()} />;
  if (!data) return <RowSkeletons count={4} height="8rem" />;
  return (
    <div className={orderCss.body}>
      <div className={css.parts}>
        <section className={orderCss.part} aria-labelledby="items">
          <h2 id="items">{words.items}</h2>
          {data.warnings.length > 0 ? (
            <ul className={css.warnings}>
              {data.warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
          ) : null}
          <OrderLines items={data.items} />
        </section>
        <Buyer buyer={data.buyer} />
        <CardChoice cards={data.cards} value={cardNo} onChange={setCardNo} />
        <section className={orderCss.part} aria-labelledby="invoice">
          <h2 id="invoice">{words.invoice}</h2>
          <p className={orderCss.note}>{words.invoiceHint}</p>
        </section>
      </div>
      <ConfirmSum choice={choice} cardNo={cardNo} preview={data} isSettled={!isPlaceholderData} />
    </div>
  );
}
