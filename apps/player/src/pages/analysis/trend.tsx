import type { Analysis } from './analysis.queries.ts';
import css from './analysis.module.css';
import { words } from './analysis.words.ts';

const size = { width: 560, height: 180, left: 36, right: 24, top: 24, bottom: 28, aside: 48 };

/** The attempts in order against the pass mark, drawn and as a table. */
export function Trend({
  attempts,
  total,
  pass,
}: {
  attempts: Analysis['attempts'];
  total: number;
  pass: number;
}) {
  const inner = {
    width: size.width - size.left - size.right,
    height: size.height - size.top - size.bottom,
  };
  const x = (at: number) =>
    size.left +
    size.aside +
    ((inner.width - 2 * size.aside) * at) / Math.max(1, attempts.length - 1);
  const y = (score: number) => size.top + inner.height * (1 - (total > 0 ? score / total : 0));
  const said = words.trendSaid(
    attempts.map(({ no, score }) => `${words.attemptNo(no)} ${words.points(score)}`).join('，'),
    pass,
  );
  return (
    <section className={css.block} aria-labelledby="trend">
      <h2 id="trend">{words.trend}</h2>
      {attempts.length > 1 ? (
        <svg
          className={css.trend}
          viewBox={`0 0 ${size.width} ${size.height}`}
          role="img"
          aria-label={said}
        >
          {[0, total].map((line) => (
            <g key={line}>
              <line
                className={css.grid}
                x1={size.left}
                x2={size.width - size.right}
                y1={y(line)}
                y2={y(line)}
              />
              <text className={css.scale} x={size.left - 8} y={y(line) + 4} textAnchor="end">
                {line}
              </text>
            </g>
          ))}
          <line
            className={css.passing}
            x1={size.left}
            x2={size.width - size.right}
            y1={y(pass)}
            y2={y(pass)}
          />
          <text className={css.scale} x={size.left - 8} y={y(pass) + 4} textAnchor="end">
            {pass}
          </text>
          <polyline
            className={css.curve}
            points={attempts.map(({ score }, at) => `${x(at)},${y(score)}`).join(' ')}
          />
          {attempts.map(({ score_id, no, score, result }, at) => (
            <g key={score_id}>
              <circle className={css.dot} data-result={result} cx={x(at)} cy={y(score)} r="5" />
              <text className={css.dotFigure} x={x(at)} y={y(score) - 11} textAnchor="middle">
                {score}
              </text>
              <text className={css.scale} x={x(at)} y={size.height - 8} textAnchor="middle">
                {words.attemptNo(no)}
              </text>
            </g>
          ))}
        </svg>
      ) : null}
      <table className={css.table} aria-labelledby="trend">
        <thead>
          <tr>
            {[words.columns.no, words.columns.score, words.columns.result, words.columns.at].map(
              (name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {attempts.map(({ score_id, no, score, result, at }) => (
            <tr key={score_id}>
              <th scope="row">{words.attemptNo(no)}</th>
              <td>{words.points(score)}</td>
              <td>{words.verdict[result] ?? words.reviewing}</td>
              <td>{at.slice(0, 16)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
