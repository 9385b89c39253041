import type { Choice, SurveyType } from './survey.tables.ts';

export interface SurveyQuestion {
  qid: string;
  type: SurveyType;
  stem: string;
  required: 'Y' | 'N';
  options: Choice[];
  rows: Choice[];
  max_length: number;
}

export const ratings: Choice[] = [
  ['1', '很不满意'],
  ['2', '不满意'],
  ['3', '一般'],
  ['4', '满意'],
  ['5', '非常满意'],
].map(([key = '', text = '']) => ({ key, text }));

/** The error message for an answer to question `no`; empty if it is valid. */
export function findAnswerFault(
  question: SurveyQuestion,
  answer: readonly string[],
  no: number,
): string {
  const isEmpty = answer.every((text) => text.trim() === '');
  if (isEmpty) return question.required === 'Y' ? `第${no}题为必答题，请作答` : '';
  if (answer.some((text) => !text.isWellFormed())) return `第${no}题的答案无法识别，请重新作答`;
  switch (question.type) {
    case 'text':
      return textFault(question, answer, no);
    case 'matrix':
      return matrixFault(question, answer, no);
    case 'multiple':
      return isChoice(question.options, answer) ? '' : `第${no}题的选项不正确，请重新选择`;
    default:
      return answer.length === 1 && isChoice(question.options, answer)
        ? ''
        : `第${no}题只能选择一项`;
  }
}

const isChoice = (options: readonly Choice[], answer: readonly string[]) =>
  new Set(answer).size === answer.length &&
  answer.every((key) => options.some((option) => option.key === key));

function textFault({ max_length }: SurveyQuestion, answer: readonly string[], no: number): string {
  if (answer.length > 1) return `第${no}题的答案无法识别，请重新作答`;
  return [...(answer[0] ?? '')].length > max_length ? `第${no}题请控制在${max_length}字以内` : '';
}

/** `row:column`, one for each row. */
function matrixFault(
  { options, rows, required }: SurveyQuestion,
  answer: readonly string[],
  no: number,
): string {
  const cells = answer.map((cell) => cell.split(':'));
  const isKnown = cells.every(
    ([row, column, ...more]) =>
      more.length === 0 &&
      rows.some(({ key }) => key === row) &&
      options.some(({ key }) => key === column),
  );
  const answeredRows = new Set(cells.map(([row]) => row));
  if (!isKnown || answeredRows.size !== cells.length) return `第${no}题的选项不正确，请重新选择`;
  const open = rows.find(({ key }) => !answeredRows.has(key));
  return required === 'Y' && open ? `第${no}题的“${open.text}”尚未选择` : '';
}

export interface SurveySituation {
  learn_status: string;
  progress: number;
  exam_status: string;
  has_exam: string;
  close_at: Date | null;
  now: Date;
}

/** Why a survey cannot be answered now; empty if it can. */
export function explainSurveyRefusal({
  learn_status,
  progress,
  exam_status,
  has_exam,
  close_at,
  now,
}: SurveySituation): string {
  if (learn_status === 'revoked') return '课程已取消';
  if (learn_status === 'suspended') return '退款申请处理期间，学习已暂停，不能提交问卷';
  if (close_at && now >= close_at) return '问卷已截止';
  if (learn_status === 'completed') return '';
  if (learn_status === 'expired') return '学习期限已过，不能提交问卷';
  if (progress < 100) return '请先完成全部必修小节的学习';
  return has_exam === 'Y' && exam_status !== 'passed' ? '请先通过考试' : '';
}
