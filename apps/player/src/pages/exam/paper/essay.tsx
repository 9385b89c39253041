import { Textarea } from '@cme/ui/forms';
import { words } from '../frame/exam.words.ts';
import css from './question.module.css';

const maxLength = 5000;

/** A free-text answer. */
export function Essay({ text, write }: { text: string; write: (text: string) => void }) {
  return (
    <>
      <Textarea
        label={words.write}
        rows={8}
        maxLength={maxLength}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <p className={css.count}>{words.written(text.length, maxLength)}</p>
    </>
  );
}
