import type { DataOf } from '@cme/contract/base';
import type { orderPreview } from '@cme/contract/payment';
import { Button } from '@cme/ui';
import { Radio } from '@cme/ui/forms';
import { useState } from 'react';
import { BindCard } from './bind-card.tsx';
import { confirmWords as words } from './confirm.words.ts';
import css from '../order.module.css';

interface Props {
  cards: DataOf<typeof orderPreview>['cards'];
  value: string;
  onChange: (cardNo: string) => void;
}

/** Study cards that can be used here, and a way to bind another. */
export function CardChoice({ cards, value, onChange }: Props) {
  const [isBinding, setBinding] = useState(false);
  return (
    <section className={css.part} aria-labelledby="card">
      <div className={css.partHead}>
        <h2 id="card">{words.card}</h2>
        {isBinding ? null : (
          <Button variant="subtle" onClick={() => setBinding(true)}>
            {words.bindOpen}
          </Button>
        )}
      </div>
      {cards.length === 0 && !isBinding ? <p className={css.note}>{words.cardHint}</p> : null}
      {cards.length > 0 ? (
        <Radio.Group aria-label={words.card} value={value} onChange={onChange}>
          <Radio value="" label={words.noCard} />
          {cards.map(({ card_no, face, expire_at }) => (
            <Radio
              key={card_no}
              value={card_no}
              label={words.cardName(card_no)}
              description={words.cardLeft(face, expire_at.slice(0, 10))}
            />
          ))}
        </Radio.Group>
      ) : null}
      {isBinding ? (
        <BindCard
          onDone={() => setBinding(false)}
          onBound={({ card_no, card_type }) => {
            if (card_type === 'money') onChange(card_no);
          }}
        />
      ) : null}
    </section>
  );
}
