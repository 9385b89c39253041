import { useCallback, useEffect, useRef, useState } from 'react';
import { solveCaptcha, type CaptchaSolution } from './captcha.ts';

export type CaptchaState = 'solving' | 'ready' | 'failed';

/**
 * Solves captchas in advance, so that nobody waits. `take` returns each solution once and
 * prepares the next.
 */
export function useCaptcha() {
  const [state, setState] = useState<CaptchaState>('solving');
  const currentWork = useRef<{ solved: Promise<CaptchaSolution>; stop: AbortController }>(
    undefined,
  );

  const prepare = useCallback(() => {
    currentWork.current?.stop.abort();
    const abortController = new AbortController();
    const solved = solveCaptcha(abortController.signal);
    currentWork.current = { solved, stop: abortController };
    setState('solving');
    solved.then(
      () => currentWork.current?.stop === abortController && setState('ready'),
      () => currentWork.current?.stop === abortController && setState('failed'),
    );
    return solved;
  }, []);

  useEffect(() => {
    void prepare().catch(() => {});
    return () => currentWork.current?.stop.abort();
  }, [prepare]);

  const take = useCallback(async (): Promise<CaptchaSolution> => {
    const solved = await (currentWork.current?.solved ?? prepare()).catch(prepare);
    void prepare().catch(() => {});
    return solved;
  }, [prepare]);

  return { state, take, retry: () => void prepare().catch(() => {}) };
}
