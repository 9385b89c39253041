import type { DeclareDraft } from '@cme/contract/credits';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import shared from '../changecredits.module.css';
import css from './declare.module.css';
import { declareWords as words } from '../changecredits.words.ts';
import { calcQuery } from '../exchange.queries.ts';

/** The credits that the draft would give, next to the buttons. */
export function AmountBar({
  draft,
  declareNo,
  children,
}: {
  draft: DeclareDraft;
  declareNo: string | undefined;
  children: ReactNode;
}) {
  const { year, kind_code, level, role_order, quantity } = draft;
  const inputs = { year, kind_code, level, role_order, quantity };
  const asked = useDeferredValue(JSON.stringify({ ...inputs, declare_no: declareNo }));
  const { data } = useQuery(calcQuery(JSON.parse(asked)));
  const isEmpty = !data || quantity <= 0 || (data.hours === 0 && data.credits === 0);
  return (
    <div className={css.amountBar}>
      <div role="status" className={css.amount}>
        {isEmpty ? (
          <span className={shared.note}>{words.amountEmpty}</span>
        ) : (
          <>
            <strong>{`${words.wouldGet} ${data.hours} 学时 · ${data.credits} 学分`}</strong>
            <small>{data.formula}</small>
            {data.notes.map((note) => (
              <small key={note} className={css.capNote}>
                {note}
              </small>
            ))}
            {data.counted_credits < data.credits ? (
              <small>{words.counted(data.counted_credits)}</small>
            ) : null}
          </>
        )}
      </div>
      <div className={css.buttons}>{children}</div>
    </div>
  );
}
