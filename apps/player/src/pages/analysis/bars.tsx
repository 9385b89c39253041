import css from './analysis.module.css';
import { words } from './analysis.words.ts';
import barsCss from './bars.module.css';

interface Row {
  name: string;
  total: number;
  right: number;
  /** Text next to the bar. */
  extra?: string;
}

/**
 * Share of correct answers by kind: a table styled as bars, so that screen readers get the same
 * data.
 */
export function Bars({
  title,
  column,
  rows,
  extra,
}: {
  title: string;
  column: string;
  rows: readonly Row[];
  extra?: string;
}) {
  if (rows.length === 0) return null;
  return (
    <section className={css.block}>
      <table className={barsCss.bars}>
        <caption>{title}</caption>
        <thead>
          <tr>
            {[column, words.columns.rate, words.columns.right, ...(extra ? [extra] : [])].map(
              (name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const share = row.total > 0 ? row.right / row.total : 0;
            return (
              <tr key={row.name}>
                <th scope="row">{row.name}</th>
                <td className={barsCss.barCell}>
                  <svg
                    className={barsCss.bar}
                    viewBox="0 0 100 8"
                    preserveAspectRatio="none"
                    aria-hidden="true"
                  >
                    <rect className={barsCss.barTrack} width="100" height="8" rx="1" />
                    <rect
                      className={barsCss.barGot}
                      width={share * 100}
                      height="8"
                      rx="1"
                      data-low={share < 0.6}
                    />
                  </svg>
                  <span>{words.rateOf(row.right, row.total)}</span>
                </td>
                <td>{`${row.right} / ${row.total}`}</td>
                {extra ? <td>{row.extra}</td> : null}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
