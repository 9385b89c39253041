import { isElsewhere, linkTo } from '@cme/commons/route-links';
import { useLocation, useNavigate, useSearchParams } from '@cme/ui/router';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { Icon } from '../icon.tsx';
import { words } from '../words.ts';

/** Works before any script has run: the form itself leads to the results. */
export function SearchField({ isFocused = false, onDone }: { isFocused?: boolean; onDone?: () => void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const action = linkTo.search();
  const keyword = pathname === '/search' ? (search.get('keyword') ?? '') : '';
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (isElsewhere(action)) return;
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('keyword') ?? '').trim();
    void navigate(linkTo.search({ keyword: typed }));
    onDone?.();
  };
  return (
    <form role="search" className="search" action={action} onSubmit={submit}>
      <label htmlFor={id} className="hidden">{words.search}</label>
      <input key={keyword} ref={field} id={id} name="keyword" type="search" placeholder={words.search} defaultValue={keyword} autoComplete="off" maxLength={100} enterKeyHint="search" />
      <button type="submit" aria-label={words.doSearch}>
        <Icon name="search" />
      </button>
    </form>
  );
}
