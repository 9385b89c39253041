import { useLocation } from '@cme/ui/router';
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

/**
 * State of a popup that a button opens: closes on Escape (returning the focus to the button),
 * when focus or pointer leave it, and on navigation.
 */
export function useDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  useEffect(() => setOpen(false), [key]);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !box.current?.contains(relatedTarget)) setOpen(false);
  };
  return {
    isOpen,
    setOpen,
    toggle: () => setOpen((open) => !open),
    boxProps: { ref: box, onKeyDown, onBlur },
    button,
  };
}
