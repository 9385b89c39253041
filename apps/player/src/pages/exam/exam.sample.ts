import type { DataOf } from '@cme/contract/base';
import type { examAttempt, examIntro, ExamItem, ExamResult } from '@cme/contract/study';

/** Sample replies for the tests of these pages. */
export const courseId = '01J000000000000000000000C1';
export const scoreId = '01J000000000000000000000E1';
export const startedAt = Date.UTC(2026, 10, 22, 2, 0, 0);
const minute = 60_000;

const createOptions = (...texts: string[]) =>
  texts.map((text, index) => ({ key: `k${index}`, text }));
const createItem = (
  item: Pick<ExamItem, 'no' | 'type' | 'type_name' | 'stem' | 'options'> & Partial<ExamItem>,
): ExamItem => ({
  qid: `q${item.no}`,
  group_id: '',
  group_stem: '',
  image: '',
  score: 2,
  ...item,
});

const questionPair = {
  group_id: 'g1',
  group_stem: '男性，58岁，突发胸骨后压榨样疼痛 2 小时，含服硝酸甘油不缓解。',
};
export const sampleItems: ExamItem[] = [
  createItem({
    no: 1,
    type: 'A1',
    type_name: '单选题',
    stem: '手卫生依从性监测的首选方法是',
    options: createOptions('直接观察法', '问卷调查法', '用量推算法', '自我报告法'),
  }),
  createItem({
    no: 2,
    type: 'X',
    type_name: '多选题',
    stem: '属于标准预防措施的有',
    options: createOptions('手卫生', '个人防护用品', '安全注射', '单间隔离所有患者'),
  }),
  createItem({
    no: 3,
    type: 'J',
    type_name: '判断题',
    stem: '戴手套可以代替手卫生。',
    options: [
      { key: 'k0', text: '正确' },
      { key: 'k1', text: '错误' },
    ],
  }),
  createItem({
    no: 4,
    type: 'A34',
    type_name: '案例分析题',
    stem: '首先应进行的检查是',
    options: createOptions('心电图', '胸部CT', '腹部超声', '脑电图'),
    ...questionPair,
  }),
  createItem({
    no: 5,
    type: 'A34',
    type_name: '案例分析题',
    stem: '最可能的诊断是',
    options: createOptions('急性心肌梗死', '主动脉夹层', '肺栓塞', '胃食管反流'),
    ...questionPair,
  }),
  createItem({
    no: 6,
    type: 'SA',
    type_name: '简答题',
    stem: '简述洗手的五个时刻。',
    options: [],
    score: 10,
  }),
];

/** Two blanks. */
export const sampleBlanks = createItem({
  no: 7,
  type: 'FB',
  type_name: '填空题',
  stem: '成人高血压的诊断界值为收缩压≥____ mmHg，舒张压≥____ mmHg。',
  options: [],
  score: 4,
  blanks: {
    around: ['成人高血压的诊断界值为收缩压≥', ' mmHg，舒张压≥', ' mmHg。'],
    any_order: 'N',
  },
});

export const sampleAttempt = (
  change: Partial<DataOf<typeof examAttempt>> = {},
): DataOf<typeof examAttempt> => ({
  score_id: scoreId,
  paper_id: 'P1',
  course_id: courseId,
  title: '手卫生结课考试',
  attempt_no: 1,
  max_attempts: 3,
  seat: 'seat-1',
  items: sampleItems,
  answers: [],
  started_at: '2026-11-22 10:00:00',
  deadline_at: '2026-11-22 11:00:00',
  deadline_ms: startedAt + 60 * minute,
  server_time: startedAt,
  min_seconds: 0,
  switch_limit: 0,
  switch_count: 0,
  ...change,
});

export const sampleIntro = (
  change: Partial<DataOf<typeof examIntro>> = {},
): DataOf<typeof examIntro> => ({
  paper_id: 'P1',
  learning_id: 'L1',
  course_id: courseId,
  course_title: '手卫生：五个时刻与七步洗手',
  title: '手卫生结课考试',
  kind: 'course',
  exam_action: 'can_start',
  reason: '',
  question_count: 6,
  duration_min: 60,
  total_score: 20,
  pass_score: 12,
  attempts_used: 0,
  max_attempts: 3,
  open_at: '2026-01-01 00:00:00',
  close_at: '2026-12-31 23:59:59',
  cooling_until_ms: 0,
  passed: 'N',
  score_id: '',
  deadline_ms: 0,
  survey_id: '',
  server_time: startedAt,
  rules: ['开始后计时 60 分钟，到时自动交卷。', '刷新或更换设备可以继续作答。'],
  missing: [],
  by_type: [
    { type: 'A1', name: '单选题', count: 1, score: 2 },
    { type: 'SA', name: '简答题', count: 1, score: 10 },
  ],
  ...change,
});

export const sampleResult = (change: Partial<ExamResult> = {}): ExamResult => ({
  score_id: scoreId,
  paper_id: 'P1',
  course_id: courseId,
  title: '手卫生结课考试',
  attempt_status: 'graded',
  submit_type: 'manual',
  attempt_no: 1,
  max_attempts: 3,
  score: 16,
  total_score: 20,
  pass_score: 12,
  result: 'passed',
  used_seconds: 1250,
  submitted_at: '2026-11-22 10:20:50',
  exam_action: 'passed',
  cooling_until_ms: 0,
  server_time: startedAt,
  survey_id: '',
  can_analyse: 'Y',
  analysis_note: '',
  ...change,
});
