import { contentLink, playerLink } from '@cme/commons/route-links';
import type { CartRow } from '@cme/contract/payment';
import { Button, creditWords, Icon, type IconName, LinkTo, saleWords } from '@cme/ui';
import { Checkbox } from '@cme/ui/forms';
import { useId } from 'react';
import { parseFen, formatYuan } from '../../components/money.ts';
import css from './cart.module.css';
import { canOrder } from './cart.rules.ts';
import { cartWords } from './cart.words.ts';

interface Props {
  row: CartRow;
  isChosen: boolean;
  isBusy: boolean;
  onChoose: (isChosen: boolean) => void;
  onRemove: () => void;
}

const marks: Record<string, IconName> = {
  owned: 'check',
  in_package: 'books',
  off_shelf: 'refuse',
  price_changed: 'alert',
  not_for_you: 'info',
  incomplete: 'alert',
  unverified: 'alert',
  class_only: 'info',
};

/** An item in the cart. If it cannot be bought it says why and stays until it is removed. */
export function CartLine({ row, isChosen, isBusy, onChoose, onRemove }: Props) {
  const id = useId();
  const { content } = row;
  const isOpen = canOrder(row);
  return (
    <article className={css.line} data-open={isOpen}>
      <label className={css.check} htmlFor={`${id}-box`}>
        <Checkbox
          id={`${id}-box`}
          aria-label={cartWords.choose(content.title)}
          aria-describedby={row.state_name ? `${id}-state` : undefined}
          checked={isChosen}
          disabled={!isOpen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </label>
      <img src={content.cover} alt="" width={144} height={81} loading="lazy" />
      <div className={css.what}>
        <h2 id={id}>
          <LinkTo to={contentLink(content)}>{content.title}</LinkTo>
        </h2>
        <p className={css.facts}>
          {[
            `${content.hours} ${cartWords.hours}`,
            creditWords(content),
            content.teacher_name,
            row.state_name ? '' : saleWords(content),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {row.state_name ? <RowState id={`${id}-state`} row={row} /> : null}
      </div>
      <RowPrice row={row} />
      <Button
        variant="subtle"
        color="gray"
        className={css.remove}
        aria-describedby={id}
        disabled={isBusy}
        onClick={onRemove}
      >
        {cartWords.remove}
      </Button>
    </article>
  );
}

/** Why it cannot be bought, or that its price has changed. */
function RowState({ id, row: { state, state_name, content } }: { id: string; row: CartRow }) {
  return (
    <p id={id} className={css.state} data-state={state}>
      <Icon name={marks[state] ?? 'info'} size={18} />
      {state_name}
      {state === 'owned' && content.content_type !== 'P' ? (
        <LinkTo
          to={playerLink(content.content_type, content.id)}
          aria-label={`${cartWords.study} ${content.title}`}
        >
          {cartWords.study}
        </LinkTo>
      ) : null}
    </p>
  );
}

function RowPrice({ row }: { row: CartRow }) {
  return (
    <div className={css.price}>
      <strong>{formatYuan(row.price)}</strong>
      {row.state === 'price_changed' ? (
        <span className={css.before}>
          {`${cartWords.before} `}
          <s>{formatYuan(row.price_at_add)}</s>
        </span>
      ) : null}
      {parseFen(row.saved) > 0 ? (
        <span className={css.before}>{cartWords.saved(row.saved)}</span>
      ) : null}
    </div>
  );
}
