import { send } from '@cme/commons/api-client';
import { examEvent } from '@cme/contract/study';
import { toast } from '@cme/ui';
import { useEffect } from 'react';
import { addListeners } from '../../../components/listen.ts';
import { words } from '../frame/exam.words.ts';

/** Shorter losses of focus are usually due to the browser's own UI. */
const awayAfterMs = 1000;

type Kind = 'blur' | 'focus' | 'offline' | 'online' | 'copy';

/**
 * Reports to the server when the page is left and returned to. The server decides on the
 * consequences.
 */
export function usePresence(scoreId: string, limit: number, onFinished: () => void): void {
  useEffect(() => {
    let isAway = false;
    let wasOffline = false;
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const report = async (kind: Kind) => {
      const body = { score_id: scoreId, kind };
      const reply = await send(examEvent, body, { keepalive: true }).catch(() => undefined);
      if (reply?.submitted === 'Y') onFinished();
      return reply;
    };
    const reportLeave = () => {
      clearTimeout(leaving);
      if (isAway) return;
      isAway = true;
      void report('blur');
    };
    const onBlur = () => {
      clearTimeout(leaving);
      leaving = setTimeout(reportLeave, awayAfterMs);
    };
    const reportReturn = async () => {
      clearTimeout(leaving);
      if (!isAway || document.visibilityState === 'hidden') return;
      isAway = false;
      const reply = await report('focus');
      if (reply && reply.switch_count > 0 && reply.submitted === 'N')
        toast.warning(words.switched(reply.switch_count, limit), {
          key: 'exam-switch',
          duration: 6000,
        });
    };
    const onVisible = () =>
      document.visibilityState === 'hidden' ? reportLeave() : void reportReturn();
    const onOnline = () => {
      if (wasOffline) void report('offline').then(() => report('online'));
      wasOffline = false;
    };
    const unlisten = addListeners([
      [document, 'visibilitychange', onVisible],
      [globalThis, 'blur', onBlur],
      [globalThis, 'focus', () => void reportReturn()],
      [globalThis, 'offline', () => void (wasOffline = true)],
      [globalThis, 'online', onOnline],
      [document, 'copy', () => void report('copy')],
    ]);
    return () => {
      clearTimeout(leaving);
      unlisten();
    };
  }, [scoreId, limit, onFinished]);
}
