import { useCallback, useEffect, useRef, useState } from 'react';
import { solveCaptcha, type CaptchaSolution } from './captcha.ts';

export type CaptchaState = 'solving' | 'ready' | 'failed';

/**
 * Solves captchas in advance, so that nobody waits. `take` returns each solution once and
 * prepares the next.
 */
export function useCaptcha() {
  const [state, setState] = useState<CaptchaState>('solving');
  const work = useRef<{ solved: Promise<CaptchaSolution>; stop: AbortController }>(undefined);

  const prepare = useCallback(() => {
    work.current?.stop.abort();
    const stop = new AbortController();
    const solved = solveCaptcha(stop.signal);
    work.current = { solved, stop };
    setState('solving');
    solved.then(
      () => work.current?.stop === stop && setState('ready'),
      () => work.current?.stop === stop && setState('failed'),
    );
    return solved;
  }, []);

  useEffect(() => {
    void prepare().catch(() => {});
    return () => work.current?.stop.abort();
  }, [prepare]);

  const take = useCallback(async (): Promise<CaptchaSolution> => {
    const solved = await (work.current?.solved ?? prepare()).catch(prepare);
    void prepare().catch(() => {});
    return solved;
  }, [prepare]);

  return { state, take, retry: () => void prepare().catch(() => {}) };
}
