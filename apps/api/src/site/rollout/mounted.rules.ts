import { applications, type RolloutState } from '@cme/contract/site/rollout';

export const isOwn = (name: string): boolean =>
  applications.some((application) => application === name);

/** Areas from outside the product, which the installation has on every domain. */
export const listMounted = ({ areas }: RolloutState): string[] =>
  Object.keys(areas)
    .filter((name) => !isOwn(name))
    .sort();
