import { linkTo } from '@cme/commons/route-links';
import type { HelpGroup } from '@cme/contract/content';
import { Button, EmptyState, LinkTo } from '@cme/ui';
import { Fragment } from 'react';
import { helpWords as words } from './help.words.ts';
import css from './manual.module.css';

interface Props {
  groups: readonly HelpGroup[];
  current: string;
  keyword: string;
  onAll: () => void;
}

/** Groups and their articles; in search results with an excerpt around each match. */
export function ManualTree({ groups, current, keyword, onAll }: Props) {
  const count = groups.reduce((sum, { articles }) => sum + articles.length, 0);
  return (
    <>
      <p role="status" className={css.found}>
        {keyword && count > 0 ? words.found(count) : ''}
      </p>
      {keyword && count === 0 ? (
        <EmptyState
          text={words.none}
          hint={words.noneHint}
          action={
            <Button variant="default" onClick={onAll}>
              {words.all}
            </Button>
          }
        />
      ) : null}
      <details className={css.tree} open={keyword !== '' || undefined}>
        <summary>{words.contents}</summary>
        <Groups groups={groups} current={current} keyword={keyword} />
      </details>
      <nav className={css.treeWide} aria-label={words.tree}>
        <Groups groups={groups} current={current} keyword={keyword} />
      </nav>
    </>
  );
}

function Groups({ groups, current, keyword }: Omit<Props, 'onAll'>) {
  return (
    <ul className={css.groups}>
      {groups.map(({ key, title, articles }) => (
        <li key={key}>
          <p className={css.group}>{title}</p>
          <ul>
            {articles.map(({ id, title: name, snippet }) => (
              <li key={id}>
                <LinkTo
                  to={linkTo.helpManual({ article: id, keyword })}
                  aria-current={id === current ? 'page' : undefined}
                >
                  <Marked text={name} word={keyword} />
                  {snippet ? (
                    <span className={css.snippet}>
                      <Marked text={snippet} word={keyword} />
                    </span>
                  ) : null}
                </LinkTo>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** Text with every occurrence of the keyword marked. */
function Marked({ text, word }: { text: string; word: string }) {
  if (!word) return text;
  const parts = text.split(new RegExp(`(${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`, 'gi'));
  return parts.map((part, index) =>
    index % 2 ? <mark key={index}>{part}</mark> : <Fragment key={index}>{part}</Fragment>,
  );
}
