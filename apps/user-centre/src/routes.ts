import { routes as places } from '@cme/commons/route-links';
import type { Area, Handle } from '@cme/shell';

const learner = (title: string): Handle => ({ title, access: 'learner' });

/**
 * The chunk of a page is named after the last segment of its URL, so that the edge can preload
 * it.
 */
export const routes: Area['routes'] = [
  {
    path: places.user.path,
    lazy: async () => ({
      Component: (await import(/* webpackChunkName: "user" */ './pages/user/user.page.tsx'))
        .UserPage,
    }),
    children: [
      {
        index: true,
        handle: learner(places.user.title),
        lazy: async () => ({
          Component: (
            await import(
              /* webpackChunkName: "trainingclass" */ './pages/training-class/training-class.page.tsx'
            )
          ).TrainingclassPage,
        }),
      },
      {
        path: places.trainingclass.path,
        handle: learner(places.trainingclass.title),
        lazy: async () => ({
          Component: (
            await import(
              /* webpackChunkName: "trainingclass" */ './pages/training-class/training-class.page.tsx'
            )
          ).TrainingclassPage,
        }),
      },
      {
        path: places.learn.path,
        handle: learner(places.learn.title),
        lazy: async () => ({
          Component: (await import(/* webpackChunkName: "learn" */ './pages/learn/learn.page.tsx'))
            .LearnPage,
        }),
      },
      {
        path: places.myexam.path,
        handle: learner(places.myexam.title),
        lazy: async () => ({
          Component: (
            await import(/* webpackChunkName: "myexam" */ './pages/myexam/myexam.page.tsx')
          ).MyexamPage,
        }),
      },
      {
        path: places.mycertificate.path,
        handle: learner(places.mycertificate.title),
        lazy: async () => ({
          Component: (
            await import(
              /* webpackChunkName: "mycertificate" */ './pages/mycertificate/mycertificate.page.tsx'
            )
          ).MycertificatePage,
        }),
      },
      {
        path: places.notice.path,
        handle: learner(places.notice.title),
        lazy: async () => ({
          Component: (
            await import(/* webpackChunkName: "notice" */ './pages/notice/notice.page.tsx')
          ).NoticePage,
        }),
      },
      {
        path: places.collection.path,
        handle: learner(places.collection.title),
        lazy: async () => ({
          Component: (
            await import(
              /* webpackChunkName: "collection" */ './pages/collection/collection.page.tsx'
            )
          ).CollectionPage,
        }),
      },
      {
        path: places.myfile.path,
        handle: learner(places.myfile.title),
        lazy: async () => ({
          Component: (
            await import(/* webpackChunkName: "myfile" */ './pages/myfile/myfile.page.tsx')
          ).MyfilePage,
        }),
      },
      {
        path: places.setting.path,
        handle: learner(places.setting.title),
        lazy: async () => ({
          Component: (
            await import(/* webpackChunkName: "setting" */ './pages/setting/setting.page.tsx')
          ).SettingPage,
        }),
      },
      {
        path: places.myorder.path,
        handle: learner(places.myorder.title),
        lazy: async () => ({
          Component: (await import(/* webpackChunkName: "order" */ './pages/order/order.page.tsx'))
            .OrderPage,
        }),
      },
    ],
  },
];
