import type { DeclareDraft, ExchangeKind } from '@cme/contract/credits';
import { EmptyState } from '@cme/ui';
import { NativeSelect } from '@cme/ui/forms';
import shared from '../changecredits.module.css';
import css from './declare.module.css';
import { declareWords as words, exchangeWords } from '../changecredits.words.ts';
import { formatFigure } from '../figures.ts';

interface Props {
  kinds: readonly ExchangeKind[];
  years: readonly { year: number; until: string }[];
  draft: DeclareDraft;
  error: string | undefined;
  onYear: (year: number) => void;
  onKind: (code: string) => void;
}

export function KindStep({ kinds, years, draft, error, onYear, onKind }: Props) {
  const chosen = years.find(({ year }) => year === draft.year);
  return (
    <>
      <NativeSelect
        label={words.chooseYear}
        className={css.yearField}
        value={String(draft.year)}
        data={[
          ...years.map(({ year }) => ({
            value: String(year),
            label: exchangeWords.yearName(year),
          })),
          ...(chosen
            ? []
            : [{ value: String(draft.year), label: exchangeWords.yearName(draft.year) }]),
        ]}
        description={chosen ? exchangeWords.until(chosen.year, chosen.until) : undefined}
        error={error}
        onChange={(event) => onYear(Number(event.currentTarget.value))}
      />
      {kinds.length === 0 ? (
        <EmptyState text={words.closed} />
      ) : (
        <ul className={shared.kinds} aria-label={words.chooseKind}>
          {kinds.map((kind) => (
            <li
              key={kind.kind_code}
              className={css.pick}
              data-chosen={kind.kind_code === draft.kind_code}
            >
              <button
                type="button"
                className={css.kindButton}
                aria-pressed={kind.kind_code === draft.kind_code}
                onClick={() => onKind(kind.kind_code)}
              >
                <strong>{kind.name}</strong>
                <span>{kind.about}</span>
                <span className={shared.figure}>{formatFigure(kind)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
