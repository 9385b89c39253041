import { lazyPart } from '../../../ui/src/plain/lazy-part.tsx';
import { Skeleton } from '../../../ui/src/plain/skeleton.tsx';

/** The second step of a sign-in. Few accounts have one, so it is loaded on demand. */
export const FactorStep = lazyPart(async () => (await import('./factor-form.tsx')).FactorForm, {
  waiting: <Skeleton height={220} />,
});
