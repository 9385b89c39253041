import { contentLink } from '@cme/commons/route-links';
import type { CollectionRow } from '@cme/contract/content';
import { Button, creditWords, kindWords, LinkTo, priceWords } from '@cme/ui';
import { dayWords } from '@cme/ui/dates';
import { Row, RowActions, RowMeta, RowTitle, StateBadge } from '@cme/ui/row-list';
import type { ReactNode } from 'react';
import { words as centre } from '../../components/words.ts';
import css from './collection.module.css';
import { collectionWords as words } from './collection.words.ts';

interface Props {
  row: CollectionRow;
  isPending: boolean;
  onRemove: () => void;
}

/** A favourite: what it is, its state, and a link if its page exists. */
export function FavoriteRow({ row, isPending, onRemove }: Props) {
  const { content, state, state_name, collected_at } = row;
  const id = `favorite-${content.id}`;
  const isGone = state === 'gone';
  return (
    <Row hasCover className={css.row}>
      <Way row={row} className={css.cover} isHidden>
        <img src={content.cover} alt="" width={208} height={117} loading="lazy" />
        {state_name ? <span className={css.over}>{state_name}</span> : null}
      </Way>
      <div>
        <RowTitle id={id}>
          <Way row={row}>{content.title}</Way>
        </RowTitle>
        <RowMeta>
          <StateBadge tone="open">{kindWords(content.content_type)}</StateBadge>
          {state_name ? <StateBadge tone="over">{state_name}</StateBadge> : null}
          {content.hours > 0 ? <span>{`${content.hours} ${centre.hours}`}</span> : null}
          {content.credits > 0 ? <span>{creditWords(content)}</span> : null}
          {state === 'ok' ? <span>{priceWords(content)}</span> : null}
        </RowMeta>
        <RowMeta>{words.collectedAt(dayWords(collected_at))}</RowMeta>
      </div>
      <RowActions>
        {isGone ? null : (
          <Button
            component={LinkTo}
            to={contentLink(content)}
            variant={state === 'ok' ? 'light' : 'default'}
            aria-describedby={id}
          >
            {centre.go.look}
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          loading={isPending}
          aria-describedby={id}
          onClick={onRemove}
        >
          {words.remove}
        </Button>
      </RowActions>
    </Row>
  );
}

/** A link, or plain text if the page no longer exists. */
function Way({
  row: { content, state },
  className,
  isHidden = false,
  children,
}: {
  row: CollectionRow;
  className?: string | undefined;
  isHidden?: boolean;
  children: ReactNode;
}) {
  const hidden = isHidden ? ({ tabIndex: -1, 'aria-hidden': true } as const) : {};
  if (state === 'gone')
    return (
      <span className={className} aria-hidden={isHidden || undefined}>
        {children}
      </span>
    );
  return (
    <LinkTo to={contentLink(content)} className={className} {...hidden}>
      {children}
    </LinkTo>
  );
}
