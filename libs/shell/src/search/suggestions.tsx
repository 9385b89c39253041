import { longestKeyword } from '@cme/contract/content';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { debounceWait } from '../scroll/rate-limit.ts';
import { toast } from '@cme/ui';
import { useSession } from '../session/use-session.ts';
import { forgetSearches, historyQuery, hotQuery, suggestQuery } from './search-memory.ts';
import { suggestionWords as words } from './suggestion.words.ts';
import './suggestions.css';

export interface ListState {
  /** Id of the active option. */
  active: string | undefined;
  isOpen: boolean;
}

interface Props {
  /** Id of the listbox; prefix of the option ids. */
  id: string;
  field: RefObject<HTMLInputElement | null>;
  typed: string;
  onState: (state: ListState) => void;
  onChoose: (word: string) => void;
  /** Called when the focus leaves the list. */
  onLeave: () => void;
}

/**
 * Suggestions under the search field: history and hot words, or completions. The focus stays in
 * the field; arrow keys move through the options.
 */
export function Suggestions({ id, field, typed, onState, onChoose, onLeave }: Props) {
  const settled = useSettled(typed.trim());
  const groups = useGroups(typed.trim(), settled);
  const options = groups.flatMap((group) => group.options);
  const [activeIndex, setAt] = useState(-1);
  const [isShut, setShut] = useState(false);
  useEffect(() => {
    setAt(-1);
    setShut(false);
  }, [typed]);
  // A new list has no active option.
  useEffect(() => setAt(-1), [settled]);
  const isOpen = options.length > 0 && !isShut;
  const active = isOpen && activeIndex >= 0 ? `${id}-${activeIndex}` : undefined;
  useEffect(() => onState({ active, isOpen }), [active, isOpen, onState]);
  useEffect(() => () => onState({ active: undefined, isOpen: false }), [onState]);
  useKeys(field, (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) {
      event.preventDefault();
      setShut(false);
      // One position more than options: after the last one comes the field itself.
      const positions = options.length + 1;
      setAt((index) => (((isOpen ? index + 1 : 0) + step + positions) % positions) - 1);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      onChoose(options[activeIndex] ?? '');
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      setShut(true);
    }
  });
  if (!isOpen) return null;
  return (
    <div className="suggestions">
      <div role="listbox" id={id} aria-label={words.list}>
        {groups.map(({ name, isNamed, first, options: groupOptions }) => (
          <div
            key={name}
            role="group"
            aria-label={name}
            className={isNamed ? 'suggestions-words' : undefined}
          >
            {isNamed ? (
              <p className="suggestions-name" aria-hidden="true">
                {name}
              </p>
            ) : null}
            {groupOptions.map((word, index) => (
              <button
                key={word}
                type="button"
                role="option"
                tabIndex={-1}
                id={`${id}-${first + index}`}
                aria-selected={first + index === activeIndex}
                className="suggestion"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(word)}
              >
                {word}
              </button>
            ))}
          </div>
        ))}
      </div>
      {groups.some(({ name }) => name === words.history) ? (
        <ForgetButton onLeave={onLeave} />
      ) : null}
    </div>
  );
}

interface Group {
  name: string;
  /** Whether to show its heading. */
  isNamed: boolean;
  /** Index of its first option among all options. */
  first: number;
  options: string[];
}

/** Groups of options: history and hot words for an empty field, otherwise completions. */
function useGroups(typed: string, settled: string): Group[] {
  const { signedIn } = useSession();
  const isEmpty = typed === '';
  const { data: history = [] } = useQuery({ ...historyQuery(signedIn), enabled: isEmpty });
  const { data: hot = [] } = useQuery({ ...hotQuery(), enabled: isEmpty });
  const { data: titles = [] } = useQuery({
    ...suggestQuery(settled),
    enabled: settled !== '' && settled.length <= longestKeyword,
    placeholderData: (before) => before,
  });
  if (!isEmpty) return [{ name: words.titles, isNamed: false, first: 0, options: titles }];
  const otherWords = hot.filter((word) => !history.includes(word));
  return [
    { name: words.history, isNamed: true, first: 0, options: history },
    { name: words.hot, isNamed: true, first: history.length, options: otherWords },
  ].filter(({ options }) => options.length > 0);
}

function ForgetButton({ onLeave }: Pick<Props, 'onLeave'>) {
  const client = useQueryClient();
  const forget = () =>
    forgetSearches(client).catch((error: unknown) =>
      toast.error(error instanceof Error ? error.message : words.failed),
    );
  return (
    <button
      type="button"
      className="suggestions-forget"
      onBlur={onLeave}
      onClick={() => void forget()}
    >
      {words.forget}
    </button>
  );
}

/** The input, debounced; cleared at once. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typed === '' ? 0 : debounceWait);
    return () => clearTimeout(timer);
  }, [typed]);
  return typed === '' ? '' : settled;
}

function useKeys(field: Props['field'], onKey: (event: KeyboardEvent) => void): void {
  const current = useRef(onKey);
  current.current = onKey;
  useEffect(() => {
    const input = field.current;
    // While an IME is composing it handles the keys.
    const listen = (event: KeyboardEvent) => event.isComposing || current.current(event);
    input?.addEventListener('keydown', listen);
    return () => input?.removeEventListener('keydown', listen);
  }, [field]);
}
