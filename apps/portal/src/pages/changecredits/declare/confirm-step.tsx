import type { DeclareDraft, ExchangeKind } from '@cme/contract/credits';
import shared from '../changecredits.module.css';
import css from './declare.module.css';
import { declareWords as words, detailWords, exchangeWords } from '../changecredits.words.ts';
import { createDraftFacts } from '../facts.ts';

/** Review before submitting. */
export function ConfirmStep({ kind, draft }: { kind: ExchangeKind; draft: DeclareDraft }) {
  return (
    <>
      <p className={shared.note}>{words.confirm}</p>
      <dl className={`${shared.facts2} ${css.sheet}`}>
        {[
          [detailWords.kind, kind.name] as const,
          [detailWords.year, exchangeWords.yearName(draft.year)] as const,
          ...createDraftFacts(kind, draft),
          ...kind.need_files.map(
            ({ key, name }) =>
              [
                name,
                words.fileCount(draft.files.filter(({ need }) => need === key).length),
              ] as const,
          ),
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={css.promise}>{words.promise}</p>
    </>
  );
}
