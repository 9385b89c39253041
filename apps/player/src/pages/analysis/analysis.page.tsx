import { linkTo } from '@cme/commons/route-links';
import { Breadcrumb, durationWords, RowSkeletons } from '@cme/ui';
import { useParams } from '@cme/ui/router';
import { useQuery } from '@tanstack/react-query';
import { PageUnavailable } from '../../components/page-unavailable.tsx';
import css from './analysis.module.css';
import { type Analysis, analysisQuery } from './analysis.queries.ts';
import { words } from './analysis.words.ts';
import { Bars } from './bars.tsx';
import { Items } from './items.tsx';
import { ScoreRing } from './score-ring.tsx';
import { Trend } from './trend.tsx';

/** Analysis of a finished attempt, as far as the paper's policy allows. */
export function AnalysisPage() {
  const { score_id = '' } = useParams();
  const { data, error, refetch } = useQuery(analysisQuery(score_id));
  if (error && !data) return <PageUnavailable error={error} retry={() => void refetch()} />;
  if (!data)
    return (
      <div className={css.page}>
        <Breadcrumb trail={[{ title: words.title }]} />
        <h1 className={css.heading}>{words.title}</h1>
        <RowSkeletons count={5} height="6rem" />
      </div>
    );
  return (
    <div className={css.page}>
      <Breadcrumb
        trail={[
          { title: words.toExam, href: linkTo.examOnline(data.course_id) },
          { title: words.title },
        ]}
      />
      <h1 className={css.heading}>{words.title}</h1>
      <p className={css.paper}>{data.title}</p>
      <Head analysis={data} />
      {data.by_type.length > 0 ? (
        <div className={css.columns}>
          <Bars
            title={words.byType}
            column={words.columns.type}
            rows={data.by_type.map((row) => ({ ...row, extra: `${row.score} / ${row.full}` }))}
            extra={words.columns.score}
          />
          <Bars
            title={words.byPoint}
            column={words.columns.point}
            rows={data.by_point.map((row) => ({ ...row, name: row.point }))}
          />
        </div>
      ) : null}
      {data.attempts.length > 0 ? (
        <Trend attempts={data.attempts} total={data.total_score} pass={data.pass_score} />
      ) : null}
      <Items analysis={data} />
    </div>
  );
}

function Head({ analysis }: { analysis: Analysis }) {
  const { right_count, question_count, rank_percent, used_seconds, attempt_no, max_attempts } =
    analysis;
  return (
    <section className={css.head}>
      <ScoreRing analysis={analysis} />
      <dl className={css.facts}>
        <div>
          <dt>{words.rate}</dt>
          <dd>
            {right_count === undefined
              ? words.hiddenRate
              : words.rateOf(right_count, question_count)}
          </dd>
          {right_count === undefined ? null : (
            <dd className={css.small}>{words.rightOf(right_count, question_count)}</dd>
          )}
        </div>
        <div>
          <dt>{words.used}</dt>
          <dd>{durationWords(used_seconds)}</dd>
        </div>
        <div>
          <dt>{words.attempt}</dt>
          <dd>{words.attemptOf(attempt_no, max_attempts)}</dd>
        </div>
        <div>
          <dt>{words.rank}</dt>
          <dd>
            {rank_percent === undefined ? words.unknown : words.above(Math.round(rank_percent))}
          </dd>
        </div>
      </dl>
    </section>
  );
}
