import { Button } from '@cme/ui';
import { AnswerPair } from './answer-pair.tsx';
import type { AnsweringProps, ReviewProps } from './question.ts';
import css from './question.module.css';
import { Picture, QuestionFrame } from './question-frame.tsx';
import reviewCss from './review.module.css';
import { words } from './question.words.ts';

/** A question that only a newer page can ask. */
export const UnknownQuestion = ({ item }: Pick<AnsweringProps, 'item'>) => (
  <QuestionFrame stem={item.stem}>
    <Picture image={item.image} />
    <div className={css.notice}>
      <p>{words.unknown(item.type_name)}</p>
      <Button variant="default" onClick={() => location.reload()}>
        {words.reload}
      </Button>
    </div>
  </QuestionFrame>
);

export function UnknownReview({ item: { stem, my, right } }: ReviewProps) {
  const format = (texts: readonly string[]) => texts.filter(Boolean).join('、') || words.none;
  return (
    <>
      <p className={reviewCss.stem}>{stem}</p>
      <AnswerPair my={format(my)} right={right && format(right)} name={words.rightAnswer} />
    </>
  );
}
