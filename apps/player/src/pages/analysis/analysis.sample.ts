import type { Analysis } from './analysis.queries.ts';

type Item = Analysis['items'][number];

/** Sample replies for the tests of this page. */
export const sampleAnalysed = (no: number, change: Partial<Item> = {}): Item => ({
  qid: `q${no}`,
  no,
  type: 'A1',
  type_name: '单选题',
  stem: `第${no}个问题`,
  group_id: '',
  group_stem: '',
  image: '',
  score: 2,
  options: ['甲', '乙', '丙', '丁'].map((text, index) => ({ key: 'ABCD'[index] ?? '', text })),
  my: ['B'],
  got: 2,
  right: ['B'],
  explain: '因为乙是对的',
  is_right: 'Y',
  ...change,
});

const gradedItem: Partial<Item> = {
  type: 'J',
  type_name: '判断题',
  options: [
    { key: 'A', text: '正确' },
    { key: 'B', text: '错误' },
  ],
};

export const sampleAnalysis = (change: Partial<Analysis> = {}): Analysis => ({
  score_id: 'E2',
  paper_id: 'P1',
  course_id: 'C1',
  title: '手卫生结课考试',
  attempt_status: 'graded',
  submit_type: 'manual',
  attempt_no: 2,
  max_attempts: 3,
  score: 16,
  total_score: 20,
  pass_score: 12,
  result: 'passed',
  used_seconds: 1250,
  submitted_at: '2026-11-22 10:20:50',
  exam_action: 'passed',
  cooling_until_ms: 0,
  server_time: 0,
  survey_id: '',
  can_analyse: 'Y',
  analysis_note: '',
  rank_percent: 73.4,
  right_count: 2,
  question_count: 3,
  by_type: [
    { type: 'A1', name: '单选题', total: 2, right: 1, score: 2, full: 4 },
    { type: 'J', name: '判断题', total: 1, right: 1, score: 2, full: 2 },
  ],
  by_point: [{ point: '手卫生指征', total: 3, right: 2 }],
  attempts: [
    { score_id: 'E1', no: 1, score: 8, result: 'failed', at: '2026-11-21 09:00:00' },
    { score_id: 'E2', no: 2, score: 16, result: 'passed', at: '2026-11-22 10:20:50' },
  ],
  items: [
    sampleAnalysed(1),
    sampleAnalysed(2, { my: ['C'], got: 0, is_right: 'N' }),
    sampleAnalysed(3, gradedItem),
  ],
  ...change,
});
