import { linkTo } from '@cme/commons/route-links';
import type { ContentDetail } from '@cme/contract/content';
import { Button, LinkTo } from '@cme/ui';
import css from './buy-bar.module.css';
import { itemWords } from './item.words.ts';

const isReason = (reason: string): reason is keyof typeof itemWords.closedReasons =>
  reason in itemWords.closedReasons;

/** Why nothing can be done here, and where to go instead. */
export function ClosedNote({ item }: { item: ContentDetail }) {
  const reason = item.closed_reason ?? '';
  const links = {
    publicneed: linkTo.publicneed(),
    profession: linkTo.profession(),
  };
  return (
    <>
      <p className={css.note}>
        {isReason(reason) ? itemWords.closedReasons[reason] : itemWords.closed}
        {reason === 'not_started' ? itemWords.startsAt(item.start_at.slice(0, 16)) : ''}
      </p>
      <Button
        size="md"
        variant="default"
        component={LinkTo}
        to={item.subject_kind === 'public' ? links.publicneed : links.profession}
      >
        {itemWords.others}
      </Button>
    </>
  );
}
