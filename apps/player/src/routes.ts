import { routes as places } from '@cme/commons/route-links';
import type { Area } from '@cme/shell';

/**
 * The chunk of a page is named after the last segment of its URL, so that the edge can preload
 * it.
 */
export const routes: Area['routes'] = [
  {
    path: places.play.path,
    handle: { access: 'learner', frame: 'room' },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "play" */ './pages/play/play.page.tsx'))
        .PlayPage,
    }),
  },
  {
    path: places.playback.path,
    handle: { access: 'learner', frame: 'room' },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "play" */ './pages/play/play.page.tsx'))
        .PlayPage,
    }),
  },
  {
    path: places.live.path,
    handle: { access: 'learner', frame: 'room' },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "live" */ './pages/live/live.page.tsx'))
        .LivePage,
    }),
  },
  {
    path: places.examOnline.path,
    handle: { access: 'learner', frame: 'room', title: places.examOnline.title },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "online" */ './pages/exam/exam.page.tsx'))
        .ExamPage,
    }),
  },
  {
    path: places.analysis.path,
    handle: { access: 'learner', title: places.analysis.title },
    lazy: async () => ({
      Component: (
        await import(/* webpackChunkName: "analysis" */ './pages/analysis/analysis.page.tsx')
      ).AnalysisPage,
    }),
  },
  {
    path: places.survey.path,
    handle: { access: 'learner', frame: 'narrow', title: places.survey.title },
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "survey" */ './pages/survey/survey.page.tsx'))
        .SurveyPage,
    }),
  },
];
