import { readAttempts } from '../../study/exam/enrolment/exam.store.ts';
import { readPaperSites, readQuestionSites } from '../../study/exam/paper/paper-sites.store.ts';
import { correctKey, currentKey } from '../../study/exam/paper/keys.store.ts';
import { regrade, type Regrading } from '../../study/exam/grading/regrade.action.ts';
import { voidAttempt } from '../../study/exam/grading/void.action.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import type { Decision } from './decision.ts';
import { formatTable } from '../staff/command.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';

const formatRegrading = ({ version, checked, changed }: Regrading) =>
  [
    ...changed.map(
      ({ score_id, before, after, gained }) =>
        `${score_id}  ${before} → ${after}分${gained ? '  不合格 → 合格' : ''}`,
    ),
    `第${version}版答案，共${checked}次考试，${changed.length}次分数变化，${changed.filter(({ gained }) => gained).length}次由不合格变为合格`,
  ].join('\n');

/** A corrected key: question, key, reason. */
export const keyCorrection: Decision = {
  role: 'exam_editor',
  subject: async ({ db }, [qid = '']) => ({
    site_ids: await readQuestionSites(db, qid),
    user_ids: [],
  }),
  async facts({ db }, [qid = '', key = '']) {
    const now = await currentKey(db, qid);
    if (!now) throw new NotPossibleError('题库中没有这道题');
    return `题目 ${qid} 的答案 ${now} → ${key}`;
  },
  async run({ db, now }, [qid = '', key = '', reason = ''], two) {
    const papers = await correctKey(db, { ...two, reason }, qid, key, now());
    return [
      `已更正 ${qid}，重评成绩请用 exam regrade：`,
      formatTable(
        papers.map(({ paper_id, title, version }) => [paper_id, `第${version}版`, title]),
      ),
    ].join('\n');
  },
};

/** A regrade of a paper with its newest keys: paper, reason. */
export const regrading: Decision = {
  role: 'exam_editor',
  async subject({ db, now }, [paper = '']) {
    const { changed } = await regrade(db, completion, paper, now());
    const attempts = await readAttempts(
      db,
      changed.map(({ score_id }) => score_id),
    );
    return {
      site_ids: await readPaperSites(db, paper),
      user_ids: [...attempts.values()].map(({ user_id }) => user_id),
    };
  },
  facts: async ({ db, now }, [paper = '']) =>
    formatRegrading(await regrade(db, completion, paper, now())),
  run: async ({ db, now }, [paper = '', reason = ''], two) =>
    formatRegrading(await regrade(db, completion, paper, now(), { ...two, reason })),
};

/** A voided attempt: attempt, reason, whether the chance is given back. */
export const voiding: Decision = {
  role: 'exam_editor',
  async subject({ db }, [attempt = '']) {
    const row = (await readAttempts(db, [attempt])).get(attempt);
    if (!row) throw new NotPossibleError('没有这次考试，或已作废');
    return { site_ids: [row.site_id], user_ids: [row.user_id] };
  },
  async facts({ db }, [attempt = '', , returnsChance = '']) {
    const row = (await readAttempts(db, [attempt])).get(attempt);
    if (!row || row.attempt_status === 'voided')
      throw new NotPossibleError('没有这次考试，或已作废');
    return `作废考试 ${attempt}（${row.attempt_status} ${row.score ?? ''} ${row.result ?? ''}）${returnsChance === 'give-back' ? '，归还次数' : ''}`;
  },
  async run({ db, now }, [attempt = '', reason = '', returnsChance = ''], two) {
    const revoked = await voidAttempt(
      db,
      completion,
      {
        decided: { ...two, reason },
        scoreId: attempt,
        returnsChance: returnsChance === 'give-back',
      },
      now(),
    );
    return `已作废 ${attempt}${revoked ? `，冲销${revoked.hours}学时、${revoked.credits}学分${revoked.cert_no ? `，撤销证书${revoked.cert_no}` : ''}` : ''}`;
  },
};
