import {
  Drawer as MantineDrawer,
  type DrawerProps,
  Modal as MantineModal,
  type ModalProps,
} from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { countOpened, restoreFocus } from '../focus/restore-focus.ts';

/** A dialog that restores the focus when it closes. */
export function Modal(props: ModalProps) {
  useRestoredFocus(props.opened);
  return <MantineModal returnFocus={false} {...props} />;
}

export function Drawer(props: DrawerProps) {
  useRestoredFocus(props.opened);
  return <MantineDrawer returnFocus={false} {...props} />;
}

/** The element that had the focus before the first of several consecutive dialogs. */
let focusedOutside: Element | null = null;

/** Mantine restores the focus only for dialogs that stay mounted while closed; ours unmount. */
function useRestoredFocus(isOpen: boolean): void {
  // Read during rendering: the opener loses the focus before the first effect runs.
  const opener = useRef<Element | null>(null);
  if (isOpen && !opener.current && typeof document !== 'undefined')
    opener.current = document.activeElement;
  useLayoutEffect(() => {
    if (!isOpen) return;
    countOpened();
    if (!opener.current?.closest('[role="dialog"]')) focusedOutside = opener.current;
    return () => {
      const openerElement = opener.current;
      opener.current = null;
      // Runs after the dialog's elements have been removed.
      restoreFocus(() => (openerElement?.isConnected ? openerElement : focusedOutside));
    };
  }, [isOpen]);
}
