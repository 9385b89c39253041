import { send } from '@cme/commons/api-client';
import { examEvent } from '@cme/contract';
import { toast } from '@cme/ui';
import { useEffect } from 'react';
import { words } from './exam.words.ts';

/** Focus that comes back sooner went to the browser's own bars, not away. */
const awayAfter = 1000;

type Kind = 'blur' | 'focus' | 'offline' | 'online' | 'copy';

/** Tells the server when the page is left and returned to. It informs; what follows from it is
 * the server's matter. */
export function usePresence(scoreId: string, limit: number, over: () => void): void {
  useEffect(() => {
    let isAway = false;
    let wasOffline = false;
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const tell = async (kind: Kind) => {
      const told = await send(examEvent, { score_id: scoreId, kind }, { keepalive: true }).catch(
        () => undefined,
      );
      if (told?.submitted === 'Y') over();
      return told;
    };
    const leave = () => {
      clearTimeout(leaving);
      if (isAway) return;
      isAway = true;
      void tell('blur');
    };
    const blur = () => {
      clearTimeout(leaving);
      leaving = setTimeout(leave, awayAfter);
    };
    const back = async () => {
      clearTimeout(leaving);
      if (!isAway || document.visibilityState === 'hidden') return;
      isAway = false;
      const told = await tell('focus');
      if (told && told.switch_count > 0 && told.submitted === 'N')
        toast.warning(words.switched(told.switch_count, limit), {
          key: 'exam-switch',
          duration: 6000,
        });
    };
    const seen = () => (document.visibilityState === 'hidden' ? leave() : void back());
    const offline = () => (wasOffline = true);
    const online = () => {
      if (wasOffline) void tell('offline').then(() => tell('online'));
      wasOffline = false;
    };
    const copy = () => void tell('copy');
    const heard: [EventTarget, string, () => void][] = [
      [document, 'visibilitychange', seen],
      [globalThis, 'blur', blur],
      [globalThis, 'focus', () => void back()],
      [globalThis, 'offline', offline],
      [globalThis, 'online', online],
      [document, 'copy', copy],
    ];
    for (const [target, name, listener] of heard) target.addEventListener(name, listener);
    return () => {
      clearTimeout(leaving);
      for (const [target, name, listener] of heard) target.removeEventListener(name, listener);
    };
  }, [scoreId, limit, over]);
}
