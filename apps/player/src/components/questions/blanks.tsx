import { countCharacters } from '@cme/contract/base';
import { maxBlankLength } from '@cme/contract/study';
import { type KeyboardEvent, useId, useRef } from 'react';
import css from './blanks.module.css';
import type { AnsweringProps } from './question.ts';
import questionCss from './question.module.css';
import { Picture } from './question-frame.tsx';
import { describeStem } from './stem.ts';
import { UnknownQuestion } from './unknown-question.tsx';
import { words } from './question.words.ts';

/** Inputs within the stem. Enter goes to the next one. */
export function Blanks({ item, answer, give }: AnsweringProps) {
  const messageId = useId();
  const longBlank = answer.findIndex((text) => countCharacters(text) > maxBlankLength);
  const frame = useRef<HTMLFieldSetElement>(null);
  if (!item.blanks) return <UnknownQuestion item={item} />;
  const [start = '', ...parts] = item.blanks.around;
  const write = (at: number, text: string) => {
    const texts = parts.map((_, index) => (index === at ? text : (answer[index] ?? '')));
    give(texts.every((other) => other === '') ? [] : texts);
  };
  const goOn = (event: KeyboardEvent, at: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    frame.current?.querySelectorAll('input')[at + 1]?.focus();
  };
  return (
    <fieldset ref={frame} className={questionCss.fieldset} aria-label={describeStem(item)}>
      <p className={`${questionCss.stem} ${css.stem}`}>
        {start}
        {parts.map((text, at) => (
          <span key={at}>
            <label className={css.blank}>
              <span className={css.no} aria-hidden="true">
                {at + 1}
              </span>
              <input
                type="text"
                translate="no"
                aria-label={words.blank(at + 1)}
                aria-invalid={longBlank === at}
                aria-describedby={longBlank === at ? messageId : undefined}
                size={measure(answer[at] ?? '')}
                autoComplete="off"
                autoCapitalize="off"
                autoCorrect="off"
                spellCheck={false}
                enterKeyHint={at + 1 < parts.length ? 'next' : 'done'}
                value={answer[at] ?? ''}
                onChange={({ currentTarget }) => write(at, currentTarget.value)}
                onKeyDown={(event) => goOn(event, at)}
              />
            </label>
            {text}
          </span>
        ))}
      </p>
      {longBlank < 0 ? null : (
        <p id={messageId} role="alert" className={css.error}>
          {words.tooLong(longBlank + 1, maxBlankLength, countCharacters(answer[longBlank] ?? ''))}
        </p>
      )}
      <Picture image={item.image} />
    </fieldset>
  );
}

/** Width in Latin characters: it grows with the text, and says nothing about the right one. */
const measure = (text: string): number =>
  Math.min(40, Math.max(10, text.replace(/[^\u0020-\u00FF]/gu, '  ').length + 2));
