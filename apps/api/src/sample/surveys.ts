import type { InferInsertModel } from 'drizzle-orm';
import { ratings } from '../study/survey/survey.rules.ts';
import type { survey, surveyQuestion } from '../study/survey/survey.tables.ts';
import { courses } from '@cme/sample/courses';
import { sampleId } from '@cme/sample/ids';
import { sites } from '@cme/sample/sites';

const choices = (...texts: string[]) =>
  texts.map((text, index) => ({ key: String(index + 1), text }));
type Question = Omit<InferInsertModel<typeof surveyQuestion>, 'qid' | 'survey_id' | 'sort'>;

const questions: readonly Question[] = [
  { type: 'rating', stem: '您对本课程的总体满意程度是', options: ratings },
  {
    type: 'matrix',
    stem: '请分别评价课程的以下方面',
    rows: choices('内容实用', '讲解清晰', '难易适中', '播放流畅'),
    options: choices('不满意', '一般', '满意', '非常满意'),
  },
  { type: 'single', stem: '课程时长对您来说', options: choices('偏短', '合适', '偏长') },
  {
    type: 'multiple',
    stem: '您主要在什么时间、什么地方学习？（可多选）',
    options: choices('上班间隙在单位', '下班后在家中', '通勤途中', '周末集中学习'),
  },
  { type: 'text', stem: '您对课程或平台还有哪些意见和建议？', required: 'N', max_length: 500 },
];

const siteIds = new Map(sites.map(({ key, site_id }) => [key, site_id]));
const surveyId = (contentId: string) => sampleId('survey', contentId);

export const surveyRows: readonly InferInsertModel<typeof survey>[] = courses
  .filter(({ has_survey }) => has_survey === 'Y')
  .map(({ id, site, title }) => ({
    survey_id: surveyId(id),
    site_id: siteIds.get(site) ?? site,
    content_id: id,
    title: `${title}课程问卷`,
    purpose: '您的评价将帮助我们改进课程。问卷约需1分钟，提交后方可计入学分。',
  }));

export const surveyQuestionRows: readonly InferInsertModel<typeof surveyQuestion>[] =
  surveyRows.flatMap(({ survey_id }) =>
    questions.map((question, sort) => ({
      ...question,
      survey_id,
      sort,
      qid: sampleId('survey question', survey_id, String(sort)),
    })),
  );

/** Answers of a satisfied learner to the questions of a survey. */
export const contentAnswers = (surveyId: string) =>
  [['5'], ['1:4', '2:4', '3:3', '4:4'], ['2'], ['2', '4']].map((answer, sort) => ({
    qid: sampleId('survey question', surveyId, String(sort)),
    answer,
  }));
