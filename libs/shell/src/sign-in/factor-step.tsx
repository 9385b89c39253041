import { lazyPart, Skeleton } from '@cme/ui';

/** The second step of a sign-in. Few accounts have one, so it is loaded on demand. */
export const FactorStep = lazyPart(async () => (await import('./factor-form.tsx')).FactorForm, {
  waiting: <Skeleton height={220} />,
});
