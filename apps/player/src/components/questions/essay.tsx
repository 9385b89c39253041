import { countCharacters } from '@cme/contract/base';
import { maxEssayLength } from '@cme/contract/study';
import { Textarea } from '@cme/ui/forms';
import type { AnsweringProps } from './question.ts';
import css from './question.module.css';
import { Picture, QuestionFrame } from './question-frame.tsx';
import { words } from './question.words.ts';

/** A free-text answer. One that is too long stays on the page. */
export function Essay({ item, answer: [text = ''], give }: AnsweringProps) {
  const length = countCharacters(text);
  return (
    <QuestionFrame stem={item.stem}>
      <Picture image={item.image} />
      <Textarea
        label={words.write}
        rows={8}
        translate="no"
        error={length > maxEssayLength ? words.essayTooLong(maxEssayLength, length) : undefined}
        value={text}
        onChange={({ currentTarget }) =>
          give(currentTarget.value === '' ? [] : [currentTarget.value])
        }
      />
      <p className={css.count}>{words.written(length, maxEssayLength)}</p>
    </QuestionFrame>
  );
}
