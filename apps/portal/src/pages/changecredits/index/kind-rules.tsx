import type { ExchangeKind } from '@cme/contract/credits';
import { EmptyState, RowSkeletons } from '@cme/ui';
import shared from '../changecredits.module.css';
import css from './index.module.css';
import { exchangeWords as words } from '../changecredits.words.ts';
import { formatFigure } from '../figures.ts';

/** The process and the credits of each kind, also for guests. */
export function KindRules({ kinds }: { kinds: readonly ExchangeKind[] | undefined }) {
  return (
    <>
      <section aria-labelledby="flow">
        <h2 id="flow">{words.flow}</h2>
        <ol className={css.flow}>
          {words.flowSteps.map(([name, text], index) => (
            <li key={name}>
              <span aria-hidden="true">{index + 1}</span>
              <strong>{name}</strong>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      {kinds?.length === 0 ? <EmptyState text={words.noKinds} hint={words.noKindsHint} /> : null}
      <section aria-labelledby="rules" hidden={kinds?.length === 0}>
        <h2 id="rules">{words.rules}</h2>
        <p className={shared.note}>{words.rulesIntro}</p>
        {kinds ? (
          <ul className={shared.kinds}>
            {kinds.map((kind) => (
              <li key={kind.kind_code}>
                <h3>{kind.name}</h3>
                <p>{kind.about}</p>
                <p className={shared.figure}>{formatFigure(kind)}</p>
              </li>
            ))}
          </ul>
        ) : (
          <RowSkeletons count={6} height="5rem" />
        )}
      </section>
    </>
  );
}
