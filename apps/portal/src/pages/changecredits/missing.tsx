import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, LinkTo } from '@cme/ui';
import { detailWords as words } from './changecredits.words.ts';

/** No declaration, or none of this person: asking again would find none either. */
export function Missing({ text }: { text: string }) {
  return (
    <EmptyState
      title={words.title}
      text={text}
      action={
        <Button component={LinkTo} to={linkTo.changecreditsIndex()}>
          {words.toMine}
        </Button>
      }
    />
  );
}
