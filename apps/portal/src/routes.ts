import { type RouteName, routes as places } from '@cme/commons/route-links';
import type { Area, Handle } from '@cme/shell';
import type { ComponentType } from 'react';
import { descriptions } from './descriptions.ts';

type Load = () => Promise<ComponentType>;

const createRoute = (name: RouteName, load: Load, more: Handle = {}): Area['routes'][number] => {
  const { path, title, access } = places[name];
  return {
    id: name,
    path,
    handle: { title, access, ...more },
    lazy: async () => ({ Component: await load() }),
  };
};

/**
 * One line per page. Its chunk is named after its route or folder, so that the edge can preload
 * it.
 */
export const routes: Area['routes'] = [
  createRoute(
    'home',
    async () =>
      (await import(/* webpackChunkName: "home" */ './pages/home/home.page.tsx')).HomePage,
  ),
  createRoute(
    'publicneed',
    async () =>
      (await import(/* webpackChunkName: "catalogue" */ './pages/catalogue/catalogue.page.tsx'))
        .PublicneedPage,
  ),
  createRoute(
    'profession',
    async () =>
      (await import(/* webpackChunkName: "catalogue" */ './pages/catalogue/catalogue.page.tsx'))
        .ProfessionPage,
  ),
  createRoute(
    'search',
    async () =>
      (await import(/* webpackChunkName: "search" */ './pages/search/search.page.tsx')).SearchPage,
  ),
  createRoute(
    'course',
    async () =>
      (await import(/* webpackChunkName: "course" */ './pages/item/course/course.page.tsx'))
        .CoursePage,
  ),
  createRoute(
    'package',
    async () =>
      (await import(/* webpackChunkName: "package" */ './pages/item/package/package.page.tsx'))
        .PackagePage,
  ),
  createRoute(
    'news',
    async () =>
      (await import(/* webpackChunkName: "news" */ './pages/news/news.page.tsx')).NewsPage,
  ),
  createRoute(
    'newsDetail',
    async () =>
      (await import(/* webpackChunkName: "newsDetail" */ './pages/news/news-detail.page.tsx'))
        .NewsDetailPage,
  ),
  ...(['helpcenter', 'helpManual'] as const).map((name) =>
    createRoute(
      name,
      async () =>
        (await import(/* webpackChunkName: "manual" */ './pages/helpcenter/manual.page.tsx'))
          .ManualPage,
    ),
  ),
  createRoute(
    'helpCertificate',
    async () =>
      (
        await import(
          /* webpackChunkName: "helpCertificate" */ './pages/helpcenter/certificate.page.tsx'
        )
      ).CertificateManualPage,
  ),
  createRoute(
    'xcys',
    async () =>
      (await import(/* webpackChunkName: "training" */ './pages/training/training.page.tsx'))
        .XcysPage,
  ),
  createRoute(
    'crbjc',
    async () =>
      (await import(/* webpackChunkName: "training" */ './pages/training/training.page.tsx'))
        .CrbjcPage,
  ),
  createRoute(
    'try',
    async () =>
      (await import(/* webpackChunkName: "try" */ './pages/item/try/try.page.tsx')).TryPage,
    { isHidden: true },
  ),
  createRoute(
    'itemLive',
    async () =>
      (await import(/* webpackChunkName: "itemLive" */ './pages/item/live/live.page.tsx')).LivePage,
  ),
  createRoute(
    'activity',
    async () =>
      (await import(/* webpackChunkName: "activity" */ './pages/item/activity/activity.page.tsx'))
        .ActivityPage,
  ),
  createRoute(
    'tour',
    async () =>
      (await import(/* webpackChunkName: "activity" */ './pages/item/activity/activity.page.tsx'))
        .TourPage,
  ),
  createRoute(
    'sunset',
    async () =>
      (await import(/* webpackChunkName: "activity" */ './pages/item/activity/activity.page.tsx'))
        .SunsetPage,
    { frame: 'narrow' },
  ),
  createRoute(
    'cart',
    async () =>
      (await import(/* webpackChunkName: "cart" */ './pages/cart/cart.page.tsx')).CartPage,
    { isHidden: true },
  ),
  createRoute(
    'order',
    async () =>
      (await import(/* webpackChunkName: "confirm" */ './pages/order/confirm/confirm.page.tsx'))
        .ConfirmPage,
  ),
  createRoute(
    'orderConfirm',
    async () =>
      (await import(/* webpackChunkName: "confirm" */ './pages/order/confirm/confirm.page.tsx'))
        .ConfirmPage,
  ),
  createRoute(
    'orderPayment',
    async () =>
      (await import(/* webpackChunkName: "payment" */ './pages/order/payment/payment.page.tsx'))
        .PaymentPage,
  ),
  createRoute(
    'changecredits',
    async () =>
      (
        await import(
          /* webpackChunkName: "changecredits" */ './pages/changecredits/index/index.page.tsx'
        )
      ).ExchangeIndexPage,
  ),
  createRoute(
    'changecreditsIndex',
    async () =>
      (
        await import(
          /* webpackChunkName: "changecredits" */ './pages/changecredits/index/index.page.tsx'
        )
      ).ExchangeIndexPage,
  ),
  createRoute(
    'declare',
    async () =>
      (
        await import(
          /* webpackChunkName: "declare" */ './pages/changecredits/declare/declare.page.tsx'
        )
      ).DeclarePage,
  ),
  createRoute(
    'exchangeDetail',
    async () =>
      (
        await import(
          /* webpackChunkName: "exchangeDetail" */ './pages/changecredits/detail/detail.page.tsx'
        )
      ).ExchangeDetailPage,
  ),
  createRoute(
    'verify',
    async () =>
      (await import(/* webpackChunkName: "verify" */ './pages/verify/verify.page.tsx')).VerifyPage,
    { description: descriptions.verify },
  ),
  createRoute(
    'about',
    async () =>
      (await import(/* webpackChunkName: "sitePage" */ './pages/site-page/site-page.page.tsx'))
        .AboutPage,
  ),
  createRoute(
    'contact',
    async () =>
      (await import(/* webpackChunkName: "sitePage" */ './pages/site-page/site-page.page.tsx'))
        .ContactPage,
  ),
  createRoute(
    'terms',
    async () =>
      (await import(/* webpackChunkName: "sitePage" */ './pages/site-page/site-page.page.tsx'))
        .TermsPage,
  ),
  createRoute(
    'privacy',
    async () =>
      (await import(/* webpackChunkName: "sitePage" */ './pages/site-page/site-page.page.tsx'))
        .PrivacyPage,
  ),
  createRoute(
    'login',
    async () =>
      (await import(/* webpackChunkName: "login" */ './pages/login/login.page.tsx')).LoginPage,
    { frame: 'narrow', description: descriptions.login },
  ),
  createRoute(
    'wechatLogin',
    async () =>
      (await import(/* webpackChunkName: "wechatLogin" */ './pages/login/wechat.page.tsx'))
        .WechatPage,
    { frame: 'narrow' },
  ),
  createRoute(
    'forgetpwd',
    async () =>
      (await import(/* webpackChunkName: "forgetpwd" */ './pages/forgetpwd/forgetpwd.page.tsx'))
        .ForgetpwdPage,
    { frame: 'narrow', description: descriptions.forgetpwd },
  ),
  createRoute(
    'registPerson',
    async () =>
      (await import(/* webpackChunkName: "registPerson" */ './pages/regist/regist.page.tsx'))
        .RegistPage,
    { frame: 'narrow', description: descriptions.registPerson },
  ),
  createRoute(
    'prohibit',
    async () =>
      (await import(/* webpackChunkName: "prohibit" */ './pages/prohibit/prohibit.page.tsx'))
        .ProhibitPage,
    { isHidden: true },
  ),
  createRoute(
    'notFound',
    async () =>
      (await import(/* webpackChunkName: "notFound" */ './pages/not-found/not-found.page.tsx'))
        .NotFoundPage,
  ),
  {
    ...createRoute(
      'notFound',
      async () =>
        (await import(/* webpackChunkName: "notFound" */ './pages/not-found/not-found.page.tsx'))
          .NotFoundPage,
    ),
    id: 'anything',
    path: '*',
  },
];
