import css from './analysis.module.css';
import type { Analysis } from './analysis.queries.ts';
import { words } from './analysis.words.ts';
import trendCss from './trend.module.css';

interface Props {
  attempts: Analysis['attempts'];
  total: number;
  pass: number;
}

const size = { width: 560, height: 180, left: 36, right: 24, top: 24, bottom: 28, aside: 48 };
const plotArea = {
  width: size.width - size.left - size.right,
  height: size.height - size.top - size.bottom,
};

/** All attempts against the passing score, as a chart and as a table. */
export function Trend(props: Props) {
  return (
    <section className={css.block} aria-labelledby="trend">
      <h2 id="trend">{words.trend}</h2>
      {props.attempts.length > 1 ? <Chart {...props} /> : null}
      <Table attempts={props.attempts} />
    </section>
  );
}

function Chart({ attempts, total, pass }: Props) {
  const toX = (index: number) =>
    size.left +
    size.aside +
    ((plotArea.width - 2 * size.aside) * index) / Math.max(1, attempts.length - 1);
  const toY = (score: number) => size.top + plotArea.height * (1 - (total > 0 ? score / total : 0));
  const scores = attempts.map(({ no, score }) => `${words.attemptNo(no)} ${words.points(score)}`);
  return (
    <svg
      className={trendCss.trend}
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={words.trendLabel(scores.join('，'), pass)}
    >
      <ScoreLine className={trendCss.grid} y={toY(0)} score={0} />
      <ScoreLine className={trendCss.grid} y={toY(total)} score={total} />
      <ScoreLine className={trendCss.passing} y={toY(pass)} score={pass} />
      <polyline
        className={trendCss.curve}
        points={attempts.map(({ score }, index) => `${toX(index)},${toY(score)}`).join(' ')}
      />
      {attempts.map((attempt, index) => (
        <Point key={attempt.score_id} attempt={attempt} x={toX(index)} y={toY(attempt.score)} />
      ))}
    </svg>
  );
}

/** A horizontal line of the chart with its score. */
function ScoreLine({ className, y, score }: { className?: string; y: number; score: number }) {
  return (
    <g>
      <line className={className} x1={size.left} x2={size.width - size.right} y1={y} y2={y} />
      <text className={trendCss.scale} x={size.left - 8} y={y + 4} textAnchor="end">
        {score}
      </text>
    </g>
  );
}

function Point({ attempt, x, y }: { attempt: Props['attempts'][number]; x: number; y: number }) {
  return (
    <g>
      <circle className={trendCss.dot} data-result={attempt.result} cx={x} cy={y} r="5" />
      <text className={trendCss.dotFigure} x={x} y={y - 11} textAnchor="middle">
        {attempt.score}
      </text>
      <text className={trendCss.scale} x={x} y={size.height - 8} textAnchor="middle">
        {words.attemptNo(attempt.no)}
      </text>
    </g>
  );
}

function Table({ attempts }: Pick<Props, 'attempts'>) {
  const { no, score, result, at } = words.columns;
  return (
    <table className={trendCss.table} aria-labelledby="trend">
      <thead>
        <tr>
          {[no, score, result, at].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {attempts.map((attempt) => (
          <tr key={attempt.score_id}>
            <th scope="row">{words.attemptNo(attempt.no)}</th>
            <td>{words.points(attempt.score)}</td>
            <td>{words.verdict[attempt.result] ?? words.reviewing}</td>
            <td>{attempt.at.slice(0, 16)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
