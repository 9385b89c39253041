import { page } from '@cme/commons/auth-token';
import { isEnded, site } from '@cme/commons/branding';
import { areaOf } from '@cme/commons/route-links';
import type { AreaName } from '@cme/contract';
import { ErrorState, type Area } from '@cme/ui';
import { useLocation, useNavigate, type PatchRoutesOnNavigationFunction } from '@cme/ui/router';
import { useState } from 'react';
import { loadArea } from './areas.ts';

type Patch = (routes: Area['routes']) => void;

const done = new Set<AreaName>();
/** The router only accepts routes through the patch function of its latest navigation. */
const newest = new Map<AreaName, Patch>();

/**
 * Adds the routes of an area on the first navigation to it, if this origin mounts it; a failing
 * area does not affect the others.
 */
export const mountAreas: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  const name = areaOf(path);
  if (name === 'portal' || done.has(name) || page().areas[name] !== '' || isEnded(site())) return;
  newest.set(name, (routes) => patch('root', routes));
  try {
    await mount(name);
  } catch (error) {
    newest.get(name)?.([
      {
        id: `${name}-failed`,
        path: `/${name}/*`,
        element: <AreaFailed name={name} initialError={error} />,
      },
    ]);
  }
};

async function mount(name: AreaName): Promise<void> {
  const routes = await loadArea(name);
  if (done.has(name)) return;
  done.add(name);
  newest.get(name)?.(routes);
}

function AreaFailed({ name, initialError }: { name: AreaName; initialError: unknown }) {
  const [error, setError] = useState(initialError);
  const navigate = useNavigate();
  const location = useLocation();
  const again = async () => {
    try {
      await mount(name);
      await navigate(location, { replace: true });
    } catch (next) {
      setError(next);
    }
  };
  return <ErrorState error={error} onRetry={() => void again()} />;
}
