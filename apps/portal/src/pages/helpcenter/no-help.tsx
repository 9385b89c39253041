import { linkTo } from '@cme/commons/route-links';
import { Button, EmptyState, LinkTo } from '@cme/ui';
import { helpWords as words } from './help.words.ts';

/** A site whose help centre has no articles yet. */
export function NoHelp() {
  return (
    <EmptyState
      text={words.nothingYet}
      hint={words.nothingYetHint}
      action={
        <Button component={LinkTo} to={linkTo.contact()}>
          {words.toContact}
        </Button>
      }
    />
  );
}
