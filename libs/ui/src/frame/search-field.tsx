import { isElsewhere, linkTo, routes } from '@cme/commons/route-links';
import { useLocation, useNavigate, useSearchParams } from '@cme/ui/router';
import { type FormEvent, useEffect, useId, useMemo, useRef } from 'react';
import { Icon } from '../icon.tsx';
import { debounce } from '../scroll/rate-limit.ts';
import { words } from '../words.ts';

interface Props {
  isFocused?: boolean;
  /** Stands over the page in a step of the history, whose place the results take. */
  isOver?: boolean;
}

/** Works before any script has run: the form itself leads to the results. */
export function SearchField({ isFocused = false, isOver = false }: Props) {
  const id = useId();
  const { field, keyword, action, follow, submit } = useSearch(isOver);
  return (
    <form role="search" className="search" action={action} onSubmit={submit}>
      <label htmlFor={id} className="hidden">
        {words.search}
      </label>
      <input
        ref={field}
        data-autofocus={isFocused || undefined}
        id={id}
        name="keyword"
        type="search"
        placeholder={words.search}
        defaultValue={keyword}
        autoComplete="off"
        maxLength={100}
        enterKeyHint="search"
        onInput={({ currentTarget, nativeEvent }) =>
          (nativeEvent as InputEvent).isComposing || follow(currentTarget.value)
        }
        onCompositionEnd={({ currentTarget }) => follow(currentTarget.value)}
      />
      <button type="submit" aria-label={words.doSearch}>
        <Icon name="search" />
      </button>
    </form>
  );
}

/** The keyword of the address, and how typing and submitting change it. */
function useSearch(isOver: boolean) {
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const action = linkTo.search();
  const isResults = pathname === routes.search.path;
  const keyword = isResults ? (search.get('keyword') ?? '') : '';
  /** What this field has asked for: an address of its own making does not change what is being
   * typed. */
  const sent = useRef(keyword);
  const later = useMemo(
    () =>
      debounce((typed: string) => {
        sent.current = typed;
        void navigate(linkTo.search({ keyword: typed }), { replace: true });
      }),
    [navigate],
  );
  useEffect(() => later.cancel, [later, pathname]);
  useEffect(() => {
    if (field.current && keyword !== sent.current) field.current.value = keyword;
    sent.current = keyword;
  }, [keyword]);
  /** On the results themselves the list follows the typing; a syllable that is still being
   * composed is no word yet. */
  const follow = (typed: string) => {
    if (isResults && !isOver && !isElsewhere(action)) later(typed.trim());
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (isElsewhere(action)) return;
    event.preventDefault();
    later.cancel();
    const typed = String(new FormData(event.currentTarget).get('keyword') ?? '').trim();
    sent.current = typed;
    void navigate(linkTo.search({ keyword: typed }), { replace: isOver });
  };
  return { field, keyword, action, follow, submit };
}
