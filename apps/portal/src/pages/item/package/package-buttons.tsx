import { playerLink } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { packageDetail } from '@cme/contract/content';
import { Button, LinkTo } from '@cme/ui';
import { BuyButtons } from '../buy-buttons.tsx';
import css from '../buy-bar.module.css';
import { ClosedNote } from '../closed-note.tsx';
import { itemWords } from '../item.words.ts';

export type Package = DataOf<typeof packageDetail>;

/**
 * The main button, determined by the server's `action`; owners continue with their first
 * unfinished course.
 */
export function PackageButtons({ pkg, settled }: { pkg: Package; settled: boolean }) {
  const { action } = pkg;
  if (action === 'buy' || action === 'join') return <BuyButtons item={pkg} settled={settled} />;
  const next =
    pkg.courses.find(({ my_learning }) => my_learning && my_learning.progress < 100) ??
    pkg.courses[0];
  if (next && (action === 'study' || action === 'continue' || action === 'review')) {
    return (
      <Button
        size="md"
        className={css.main}
        component={LinkTo}
        to={playerLink(next.course.content_type, next.course.id)}
      >
        {itemWords.buttons[action]}
      </Button>
    );
  }
  return <ClosedNote item={pkg} />;
}
