import { isElsewhere, linkTo, routes } from '@cme/commons/route-links';
import { useLocation, useNavigate, useSearchParams } from '@cme/ui/router';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Icon, lazyPart } from '@cme/ui';
import { debounce } from '../scroll/rate-limit.ts';
import { words } from '../page/words.ts';
import type { ListState } from '../search/suggestions.tsx';

/** Loaded when the field is first used, to keep it out of the first view. */
const Suggestions = lazyPart(async () => (await import('../search/suggestions.tsx')).Suggestions);

interface Props {
  isFocused?: boolean;
  /** Inside a slide page, whose history entry the results replace. */
  isOver?: boolean;
}

const noList = { active: undefined, isOpen: false };

/**
 * A combobox whose list loads on first use. Works before hydration: the form itself submits to
 * the results.
 */
export function SearchField({ isFocused = false, isOver = false }: Props) {
  const id = useId();
  const { field, keyword, action, follow, submit, go } = useSearch(isOver);
  const [typed, setTyped] = useState<string>();
  const [list, setList] = useState<ListState>(noList);
  const search = (text: string) => {
    setTyped(text);
    follow(text);
  };
  return (
    <form
      role="search"
      className="search"
      action={action}
      onSubmit={(event) => {
        setTyped(undefined);
        submit(event);
      }}
    >
      <label htmlFor={id} className="hidden">
        {words.search}
      </label>
      <input
        ref={field}
        data-autofocus={isFocused || undefined}
        id={id}
        name="keyword"
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={list.isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={list.active}
        placeholder={words.search}
        defaultValue={keyword}
        autoComplete="off"
        enterKeyHint="search"
        onInput={({ currentTarget, nativeEvent }) =>
          (nativeEvent as InputEvent).isComposing || search(currentTarget.value)
        }
        onCompositionEnd={({ currentTarget }) => search(currentTarget.value)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.form?.contains(relatedTarget)) setTyped(undefined);
        }}
        onFocus={({ currentTarget }) => setTyped(currentTarget.value)}
        onClick={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <button type="submit" aria-label={words.doSearch}>
        <Icon name="search" />
      </button>
      {typed === undefined ? null : (
        <Suggestions
          id={`${id}-list`}
          field={field}
          typed={typed}
          onState={setList}
          onLeave={() => setTyped(undefined)}
          onChoose={(word) => {
            setTyped(undefined);
            go(word);
          }}
        />
      )}
    </form>
  );
}

const recordWord = async (client: QueryClient, word: string) =>
  (await import('../search/search-memory.ts')).recordSearch(client, word);

/** The keyword of the URL, and how typing and submitting change it. */
function useSearch(isOver: boolean) {
  const field = useRef<HTMLInputElement>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const action = linkTo.search();
  const isResults = pathname === routes.search.path;
  const keyword = isResults ? (search.get('keyword') ?? '') : '';
  /**
   * The keyword this field has navigated to: its own navigation must not overwrite what is being
   * typed.
   */
  const sentKeyword = useRef(keyword);
  const later = useMemo(
    () =>
      debounce((typed: string) => {
        sentKeyword.current = typed;
        void navigate(linkTo.search({ keyword: typed }), { replace: true });
      }),
    [navigate],
  );
  useEffect(() => later.cancel, [later, pathname]);
  useEffect(() => {
    if (field.current && keyword !== sentKeyword.current) field.current.value = keyword;
    sentKeyword.current = keyword;
  }, [keyword]);
  /** On the results page the list follows the input, but not while an IME is composing. */
  const follow = (typed: string) => {
    if (isResults && !isOver && !isElsewhere(action)) later(typed.trim());
  };
  const go = (word: string) => {
    later.cancel();
    sentKeyword.current = word;
    if (field.current) field.current.value = word;
    void recordWord(client, word);
    const to = linkTo.search({ keyword: word });
    if (isElsewhere(to)) location.assign(to);
    else void navigate(to, { replace: isOver });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const typed = String(new FormData(event.currentTarget).get('keyword') ?? '').trim();
    if (isElsewhere(action)) return void recordWord(client, typed);
    event.preventDefault();
    go(typed);
  };
  return { field, keyword, action, follow, submit, go };
}
