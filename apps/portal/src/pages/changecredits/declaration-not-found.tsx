import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, LinkTo } from '@cme/ui';
import { detailWords as words } from './changecredits.words.ts';

/** The declaration does not exist or belongs to another user, so there is no retry. */
export function DeclarationNotFound({ text }: { text: string }) {
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
