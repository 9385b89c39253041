import { useLocation } from '@cme/ui/router';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '@cme/ui';
import { words } from '../page/words.ts';
import { useCare } from './care.ts';
import { readAloud } from './speech.ts';

/**
 * Reads the main text aloud in 关怀模式 where the browser supports speech, and stops on navigation.
 * It is placed above the text so that it covers nothing.
 */
export function ReadButton() {
  const isCare = useCare();
  const { pathname } = useLocation();
  const [isReading, setReading] = useState(false);
  const stopReading = useRef<() => void>(undefined);
  useEffect(() => () => stopReading.current?.(), [pathname, isCare]);
  if (!isCare || !('speechSynthesis' in window)) return null;
  const toggle = () => {
    if (isReading) return stopReading.current?.();
    setReading(true);
    stopReading.current = readAloud(document.getElementById('main')?.innerText ?? '', () =>
      setReading(false),
    );
  };
  return (
    <div className="reading wide" data-on={isReading}>
      <button type="button" className="read-button" aria-pressed={isReading} onClick={toggle}>
        <Icon name={isReading ? 'stop' : 'voice'} size={24} />
        {isReading ? words.stopRead : words.read}
      </button>
    </div>
  );
}
