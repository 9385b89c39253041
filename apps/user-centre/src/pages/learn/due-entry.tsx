import { contentLink, linkTo } from '@cme/commons/route-links';
import type { DueItem } from '@cme/contract/study';
import { LinkTo } from '@cme/ui';
import css from './due-list.module.css';
import { learnWords as words } from './learn.words.ts';

const pages: Record<string, () => string> = {
  myexam: linkTo.myexam,
  changecredits: linkTo.changecredits,
  credits: linkTo.mycertificate,
};

/** Something that is due, with a link. */
export function DueEntry({
  item: { kind, title, at, place, link_type, link_id },
}: {
  item: DueItem;
}) {
  const href =
    pages[link_type]?.() ?? (link_id && contentLink({ content_type: link_type, id: link_id }));
  return (
    <li className={css.item}>
      <span className={css.kind} data-kind={kind}>
        {words.dueKinds[kind] ?? ''}
      </span>
      <span className={css.time}>{at.slice(11, 16)}</span>
      {href ? <LinkTo to={href}>{title}</LinkTo> : <span>{title}</span>}
      {place ? <span className={css.place}>{place}</span> : null}
    </li>
  );
}
