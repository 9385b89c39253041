import { page } from '@cme/commons/auth-token';
import { isEnded, site } from '@cme/commons/branding';
import { areaOf } from '@cme/commons/route-links';
import { ErrorState } from '@cme/ui';
import { type Area, reportFailure } from '@cme/shell';
import { useLocation, useNavigate, type PatchRoutesOnNavigationFunction } from '@cme/ui/router';
import { useState } from 'react';
import { loadArea } from './areas.ts';

type Patch = (routes: Area['routes']) => void;

const mountedAreas = new Set<string>();
/** It has ended, and the records of its learners are not readable any more. */
const hasNoPages = () => isEnded(site()) && site().records_until === undefined;
/** The router only accepts routes through the patch function of its latest navigation. */
const latestPatches = new Map<string, Patch>();

/**
 * Adds the routes of an area on the first navigation to it, if this origin mounts it; a failing
 * area does not affect the others.
 */
export const mountAreas: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  const name = areaOf(path, Object.keys(page().areas));
  if (name === 'portal' || mountedAreas.has(name) || page().areas[name] !== '' || hasNoPages())
    return;
  latestPatches.set(name, (routes) => patch('root', routes));
  try {
    await mountArea(name);
  } catch (error) {
    reportFailure(error, page().remotes.find(({ alias }) => alias === name)?.entry);
    latestPatches.get(name)?.([
      {
        id: `${name}-failed`,
        path: `/${name}/*`,
        element: <AreaFailed name={name} initialError={error} />,
      },
    ]);
  }
};

async function mountArea(name: string): Promise<void> {
  const routes = await loadArea(name);
  if (mountedAreas.has(name)) return;
  mountedAreas.add(name);
  latestPatches.get(name)?.(routes);
}

function AreaFailed({ name, initialError }: { name: string; initialError: unknown }) {
  const [error, setError] = useState(initialError);
  const navigate = useNavigate();
  const location = useLocation();
  const retry = async () => {
    try {
      await mountArea(name);
      await navigate(location, { replace: true });
    } catch (error) {
      setError(error);
    }
  };
  return <ErrorState error={error} onRetry={() => void retry()} />;
}
