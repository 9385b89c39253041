import { useSyncExternalStore } from 'react';
import { Icon } from '@cme/ui';
import { words } from '../page/words.ts';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="offline" hidden={isOnline}>
      {isOnline ? null : (
        <>
          <Icon name="offline" size={18} />
          <strong>{words.offline}</strong>
          <span>{words.offlineHint}</span>
        </>
      )}
    </div>
  );
}
