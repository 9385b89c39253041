import { countCharacters } from '@cme/contract/base';
import { type ExamItem, maxBlankLength, maxEssayLength } from '@cme/contract/study';

/** Whether the server would refuse an answer for its length. It stays on the page. */
export function isTooLong(item: Pick<ExamItem, 'blanks'> | undefined, answer: readonly string[]) {
  const most = item?.blanks ? maxBlankLength : maxEssayLength;
  return answer.some((text) => countCharacters(text) > most);
}
