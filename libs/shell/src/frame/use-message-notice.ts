import { linkTo } from '@cme/commons/route-links';
import { useEffect, useRef } from 'react';
import { notify } from '@cme/ui';
import { words } from '../page/words.ts';

/**
 * Shows a notification when messages arrive while the page is open; earlier unread ones are in
 * the badge.
 */
export function useMessageNotice(unread: number | undefined): void {
  const previousCount = useRef<number>(undefined);
  useEffect(() => {
    const previous = previousCount.current;
    previousCount.current = unread;
    if (previous === undefined || unread === undefined || unread <= previous) return;
    notify({
      key: 'news',
      title: words.newMessages,
      message: words.unread(unread),
      link: { title: words.look, href: linkTo.notice() },
    });
  }, [unread]);
}
