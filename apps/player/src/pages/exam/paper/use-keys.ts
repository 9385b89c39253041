import { useEffect, useRef } from 'react';

interface Keys {
  choose(at: number): void;
  step(by: 1 | -1): void;
  mark(): void;
}

/**
 * Keyboard shortcuts of the exam. Ignored in text fields, in dialogs, and for Enter on a button.
 */
export function useKeys(keys: Keys, isOn: boolean): void {
  const latestKeys = useRef(keys);
  latestKeys.current = keys;
  useEffect(() => {
    if (!isOn) return;
    const onPress = (event: KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.isComposing ||
        event.repeat ||
        event.defaultPrevented
      )
        return;
      const target = event.target instanceof Element ? event.target : document.body;
      if (
        target.closest(
          'textarea, select, [role="dialog"], input:not([type="radio"], [type="checkbox"])',
        )
      )
        return;
      const option = /^[a-e]$/i.test(event.key)
        ? event.key.toLowerCase().charCodeAt(0) - 97
        : /^[1-9]$/.test(event.key)
          ? Number(event.key) - 1
          : -1;
      if (option >= 0) latestKeys.current.choose(option);
      // In a radio group the browser would change the answer; up and down still do.
      else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
        latestKeys.current.step(event.key === 'ArrowLeft' ? -1 : 1);
      else if (event.key === 'm' || event.key === 'M') latestKeys.current.mark();
      else if (event.key === 'Enter' && !target.closest('button, a, summary'))
        latestKeys.current.step(1);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onPress);
    return () => document.removeEventListener('keydown', onPress);
  }, [isOn]);
}
