/** The shared module that every page loads: what stands around it, and whose page it is. */
export { CareSwitch } from './care/care-switch.tsx';
export { CourseCard } from './course/course-card.tsx';
export {
  headTags,
  type HeadTag,
  pictureUrl,
  siteUrl,
  type StructuredData,
} from './head/head-tags.ts';
export * from './former-names.ts';
export { PageHead } from './head/page-head.tsx';
export { PageTitle } from './head/page-title.tsx';
export { type InApp, inApp } from './in-app/in-app.ts';
export { useOpenFile } from './in-app/open-file.ts';
export { MenuGrid } from './menus/menu-grid.tsx';
export { siteConfigQuery } from './menus/site-config.ts';
export { Forbidden, NotFound } from './notice/notice-pages.tsx';
export { reportFailure } from './page/report-failure.ts';
export { useStepBack } from './page/step-back.ts';
export { requireProfile } from './profile/profile-prompt.ts';
export { newQueryClient } from './query/query-client.ts';
export { refresh } from './query/refresh.ts';
export { type Area, defineArea } from './root-route/area.tsx';
export { type Handle, Root, RootError, rootRoutes } from './root-route/root.tsx';
export { UiProvider } from './root-route/ui-provider.tsx';
export { isReturn } from './scroll/scroll-positions.ts';
export { scrollToTop } from './scroll/scroll-to-top.ts';
export { goTo } from './session/go-to.ts';
export { learnSummaryQuery } from './session/learn-summary.ts';
export { nextStep } from './session/next-step.ts';
export { type Session, type SessionState, useSession } from './session/use-session.ts';
export { userInfoQuery, useUserInfo } from './session/use-user-info.ts';
export { leaveSignIn } from './sign-in/after-sign-in.ts';
export {
  isSignInCancelled,
  requireSignIn,
  SignInCancelledError,
  useSignIn,
} from './sign-in/require-sign-in.ts';
export { toggleSign } from './sign-in/sign.atoms.ts';
export { useSignInMethods } from './sign-in/sign-in-methods.ts';
export { readTab, writeTab } from './storage/tab-storage.ts';
