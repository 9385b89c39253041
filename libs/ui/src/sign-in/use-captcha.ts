import { useCallback, useEffect, useRef, useState } from 'react';
import { solveCaptcha, type CaptchaSolution } from './captcha.ts';

export type CaptchaState = 'solving' | 'ready' | 'failed';

/** CaptchaSolution ahead of its use, so that nobody waits for it. `take` hands out each solution once and
 * prepares the next. */
export function useCaptcha() {
  const [state, setState] = useState<CaptchaState>('solving');
  const work = useRef<{ solved: Promise<CaptchaSolution>; stop: AbortController }>(undefined);

  const begin = useCallback(() => {
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
    void begin().catch(() => {});
    return () => work.current?.stop.abort();
  }, [begin]);

  const take = useCallback(async (): Promise<CaptchaSolution> => {
    const solved = await (work.current?.solved ?? begin()).catch(begin);
    void begin().catch(() => {});
    return solved;
  }, [begin]);

  return { state, take, retry: () => void begin().catch(() => {}) };
}
