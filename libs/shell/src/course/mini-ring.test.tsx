import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MiniRing } from './mini-ring.tsx';

const renderRing = (home: unknown, own?: unknown) => {
  const client = new QueryClient();
  if (home) client.setQueryData(['home', 'index'], home);
  if (own) client.setQueryData(['learn', 'summary'], own);
  const { container } = render(
    <QueryClientProvider client={client}>
      <MiniRing credits={5} />
    </QueryClientProvider>,
  );
  return container.querySelector('svg')?.outerHTML;
};
const createNeed = (needCredits: number) => ({
  year_need: { year: 2026, need_hours: 90, need_credits: needCredits },
});

it("is filled relative to the year's requirement", () => {
  expect(renderRing(createNeed(25))).not.toEqual(renderRing(createNeed(50)));
  expect(renderRing(createNeed(25), { need_credits: 50 })).toEqual(renderRing(createNeed(50)));
});

it.each([[undefined], [createNeed(0)], [{}]])('renders nothing for a requirement of %o', (home) =>
  expect(renderRing(home)).toBeUndefined(),
);
