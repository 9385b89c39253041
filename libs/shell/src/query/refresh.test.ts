import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { refresh } from './refresh.ts';

it('does not treat a response as fresh if it was requested before the change', async () => {
  const client = new QueryClient();
  const answers: ((count: number) => void)[] = [];
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<number>((answer, give) => {
      answers.push(answer);
      signal.addEventListener('abort', () => give(signal.reason));
    });
  const observer = new QueryObserver(client, { queryKey: ['shopplist', 'count'], queryFn });
  const stop = observer.subscribe(() => {});
  const refreshed = refresh(client, { queryKey: ['shopplist'] });
  await new Promise((turn) => setTimeout(turn));
  answers[0]?.(0);
  answers[1]?.(1);
  await refreshed;
  expect(answers).toHaveLength(2);
  expect(client.getQueryData(['shopplist', 'count'])).toBe(1);
  stop();
});
