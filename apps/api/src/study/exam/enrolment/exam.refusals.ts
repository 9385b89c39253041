import { RefusalError } from '../../../platform/http/refusal.ts';

/** Another person's attempt is indistinguishable from one that does not exist. */
export const noAttempt = () => new RefusalError(404, '没有找到这次考试', 'not_found');
export const noPaper = () => new RefusalError(404, '该课程没有考试', 'not_found');
export const examMoved = () =>
  new RefusalError(409, '您已在其他设备或页面继续本次考试，本页面不能再作答', 'exam_moved');
export const examOver = () => new RefusalError(410, '本次考试已结束，不能再作答', 'exam_over');
export const openQuestions = (open: number) =>
  new RefusalError(400, `还有${open}题未作答，确认交卷吗？`, 'exam_open_questions', { open });
export const tooEarly = (seconds: number) =>
  new RefusalError(400, `开考满${Math.ceil(seconds / 60)}分钟后方可交卷`, 'bad_request', {
    min_seconds: seconds,
  });
export const foreignQuestion = () => new RefusalError(404, '提交的题目不属于本次考试', 'not_found');
export const wrongAnswer = (qid: string, fault: string) =>
  new RefusalError(400, fault, 'bad_request', { qid });

/** Refusal to start: the card's reason, with the code of its action. */
export function notStartable(action: string, reason: string, until: number): RefusalError {
  switch (action) {
    case 'cooling':
      return new RefusalError(400, reason, 'exam_cooling', { cooling_until_ms: until });
    case 'exhausted':
    case 'passed':
      return new RefusalError(400, reason, 'exam_exhausted');
    case 'closed':
      return new RefusalError(400, reason, 'exam_over');
    default:
      return new RefusalError(400, reason, 'exam_locked');
  }
}
