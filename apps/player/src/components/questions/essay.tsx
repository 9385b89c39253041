import { Textarea } from '@cme/ui/forms';
import { useState } from 'react';
import type { AnsweringProps } from './question.ts';
import css from './question.module.css';
import { Picture, QuestionFrame } from './question-frame.tsx';
import { words } from './question.words.ts';

const maxLength = 5000;

/** A free-text answer. */
export function Essay({ item, answer: [text = ''], give }: AnsweringProps) {
  const [isTooLong, setTooLong] = useState(false);
  const write = (value: string) => {
    setTooLong(value.length > maxLength);
    // Refused as a whole rather than cut.
    if (value.length <= maxLength) give(value === '' ? [] : [value]);
  };
  return (
    <QuestionFrame stem={item.stem}>
      <Picture image={item.image} />
      <Textarea
        label={words.write}
        rows={8}
        error={isTooLong ? words.essayTooLong(maxLength) : undefined}
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <p className={css.count}>{words.written(text.length, maxLength)}</p>
    </QuestionFrame>
  );
}
