import { patterns } from '@cme/commons/route-links';
import type { Area } from '@cme/ui';

/** The chunk is named by the last word of the address, so that the edge can send it along with the page. */
export const routes: Area['routes'] = [
  { path: patterns.play, handle: { access: 'learner' }, lazy: async () => ({ Component: (await import(/* webpackChunkName: "play" */ './pages/play/play.page.tsx')).PlayPage }) },
];
