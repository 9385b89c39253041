import { Textarea } from '@cme/ui/forms';
import type { AnsweringProps } from './question.ts';
import css from './question.module.css';
import { Picture, QuestionFrame } from './question-frame.tsx';
import { words } from './question.words.ts';

const maxLength = 5000;

/** A free-text answer. */
export function Essay({ item, answer: [text = ''], give }: AnsweringProps) {
  return (
    <QuestionFrame stem={item.stem}>
      <Picture image={item.image} />
      <Textarea
        label={words.write}
        rows={8}
        maxLength={maxLength}
        value={text}
        onChange={({ currentTarget: { value } }) => give(value === '' ? [] : [value])}
      />
      <p className={css.count}>{words.written(text.length, maxLength)}</p>
    </QuestionFrame>
  );
}
