import { Button, Icon } from '@cme/ui';
import { type FormEvent, useState } from 'react';
import { helpWords as words } from './help.words.ts';
import css from './manual.module.css';

/** Searches the manual on submit. */
export function SearchBox({
  keyword,
  onFind,
}: {
  keyword: string;
  onFind: (keyword: string) => void;
}) {
  const [word, setWord] = useState(keyword);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onFind(word.trim());
  };
  return (
    <form role="search" aria-label={words.search} className={css.search} onSubmit={send}>
      <input
        type="search"
        name="keyword"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={words.search}
        placeholder={words.search}
        value={word}
        onChange={({ target }) => setWord(target.value)}
      />
      <button type="submit" aria-label="查找">
        <Icon name="search" size={20} />
      </button>
      {keyword ? (
        <Button variant="subtle" onClick={() => onFind('')}>
          {words.clear}
        </Button>
      ) : null}
    </form>
  );
}
