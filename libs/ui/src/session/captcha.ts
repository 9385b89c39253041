import { send } from '@cme/commons/api-client';
import { captcha } from '@cme/contract';
import { solveChallenge } from 'altcha-lib/v1';

export interface Solved {
  captcha_id: string;
  captcha_code: string;
}

/** Fetches a proof of work and solves it in small steps that leave the page usable. Good for one use. */
export async function solveCaptcha(signal: AbortSignal): Promise<Solved> {
  const { captcha_id, challenge } = await send(captcha, {}, { signal });
  const { salt, algorithm, maxnumber, signature } = challenge;
  const work = solveChallenge(challenge.challenge, salt, algorithm, maxnumber);
  signal.addEventListener('abort', () => work.controller.abort());
  const solution = await work.promise;
  signal.throwIfAborted();
  if (!solution) throw new Error('the challenge has no solution');
  return { captcha_id, captcha_code: btoa(JSON.stringify({ algorithm, challenge: challenge.challenge, number: solution.number, salt, signature })) };
}
