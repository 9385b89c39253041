import { linkTo } from '@cme/commons/route-links';
import { useEffect, useRef } from 'react';
import { notify } from '../toast/toast.ts';
import { words } from '../words.ts';

/** Says that messages have come while the page was open; what was unread before is in the badge. */
export function useMessageNotice(unread: number | undefined): void {
  const before = useRef<number>(undefined);
  useEffect(() => {
    const known = before.current;
    before.current = unread;
    if (known === undefined || unread === undefined || unread <= known) return;
    notify({
      key: 'news',
      title: words.newMessages,
      message: words.unread(unread),
      link: { title: words.look, href: linkTo.notice() },
    });
  }, [unread]);
}
