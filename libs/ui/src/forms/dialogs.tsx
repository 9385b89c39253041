import {
  Drawer as MantineDrawer,
  type DrawerProps,
  Modal as MantineModal,
  type ModalProps,
} from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { countOpened, restoreFocus } from './restore-focus.ts';

/** A dialog; when it is closed, the focus is where it was before. */
export function Modal(props: ModalProps) {
  useRestoredFocus(props.opened);
  return <MantineModal returnFocus={false} {...props} />;
}

export function Drawer(props: DrawerProps) {
  useRestoredFocus(props.opened);
  return <MantineDrawer returnFocus={false} {...props} />;
}

/** What had the focus on the page itself before the dialogs that follow one another. */
let outside: Element | null = null;

/** Mantine gives the focus back only where a dialog stays in the page while it is closed; ours
 * come and go. */
function useRestoredFocus(isOpen: boolean): void {
  // Read while rendering: what opened the dialog loses the focus before the first effect runs.
  const opener = useRef<Element | null>(null);
  if (isOpen && !opener.current && typeof document !== 'undefined')
    opener.current = document.activeElement;
  useLayoutEffect(() => {
    if (!isOpen) return;
    countOpened();
    if (!opener.current?.closest('[role="dialog"]')) outside = opener.current;
    return () => {
      const near = opener.current;
      opener.current = null;
      // After the dialog's own elements have left the page.
      restoreFocus(() => (near?.isConnected ? near : outside));
    };
  }, [isOpen]);
}
