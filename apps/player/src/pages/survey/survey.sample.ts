import type { Survey } from '@cme/contract/study';

type Question = Survey['questions'][number];

const createChoices = (...texts: string[]) =>
  texts.map((text, index) => ({ key: String(index + 1), text }));

/** Sample replies for the tests of this page. */
export const sampleQuestion = (
  qid: string,
  type: string,
  stem: string,
  change: Partial<Question> = {},
): Question => ({
  qid,
  type,
  stem,
  required: 'Y',
  options: [],
  rows: [],
  max_length: 500,
  ...change,
});

export const sampleSurvey = (change: Partial<Survey> = {}): Survey => ({
  survey_id: 'S1',
  course_id: 'C1',
  course_title: '手卫生：五个时刻与七步洗手',
  title: '课程评价',
  purpose: '帮助我们改进课程。',
  survey_status: 'not_started',
  reason: '',
  required_for_credit: 'Y',
  editable: 'N',
  submitted_at: '',
  answers: [],
  questions: [
    sampleQuestion('a', 'single', '课程内容的难度', {
      options: createChoices('偏易', '合适', '偏难'),
    }),
    sampleQuestion('b', 'multiple', '希望增加的内容', {
      options: createChoices('案例', '操作演示', '指南解读'),
      required: 'N',
    }),
    sampleQuestion('c', 'rating', '总体满意度', {
      options: createChoices('很不满意', '不满意', '一般', '满意', '非常满意'),
    }),
    sampleQuestion('d', 'matrix', '请评价讲师', {
      options: createChoices('差', '中', '好'),
      rows: [
        { key: 'r1', text: '条理' },
        { key: 'r2', text: '实用' },
      ],
    }),
    sampleQuestion('e', 'text', '意见和建议', { required: 'N' }),
  ],
  ...change,
});
