import { Textarea } from '@cme/ui/forms';
import { words } from '../exam.words.ts';
import css from './question.module.css';

const longest = 5000;

/** A free-text answer. */
export function Essay({ text, write }: { text: string; write: (text: string) => void }) {
  return (
    <>
      <Textarea
        label={words.write}
        rows={8}
        maxLength={longest}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <p className={css.count}>{words.written(text.length, longest)}</p>
    </>
  );
}
