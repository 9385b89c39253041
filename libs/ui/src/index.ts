/** The first shared module: what every first view needs, and nothing that floats. */
export { Badge } from './plain/badge.tsx';
export { Button } from './plain/button.tsx';
export { Group, Text, Title } from './plain/layout.tsx';
export { Progress } from './plain/progress.tsx';
export { Skeleton } from './plain/skeleton.tsx';
export { useMediaQuery } from './plain/use-media-query.ts';
export { type Area, AreaProvider, defineArea } from '../../shell/src/root/area.tsx';
export { useCare } from '../../shell/src/care/care.ts';
export { CareSwitch } from '../../shell/src/care/care-switch.tsx';
export { nextStep } from '../../shell/src/session/next-step.ts';
export { MenuGrid } from '../../shell/src/menus/menu-grid.tsx';
export { siteConfigQuery } from '../../shell/src/menus/site-config.ts';
export { type InApp, inApp } from '../../shell/src/in-app/in-app.ts';
export { useOpenFile } from '../../shell/src/in-app/open-file.ts';
export { Icon, type IconName } from './plain/icon.tsx';
export { LinkTo, type LinkToProps } from './plain/link.tsx';
export { isReturn } from '../../shell/src/scroll/scroll-positions.ts';
export { scrollToTop } from '../../shell/src/scroll/scroll-to-top.ts';
export { Breadcrumb } from './plain/breadcrumb.tsx';
export { CourseCard } from '../../shell/src/course/course-card.tsx';
export {
  creditFigure,
  creditWords,
  kindWords,
  learnersWords,
  levelWords,
  priceWords,
  progressWords,
  subjectWords,
} from './course/course-words.ts';
export { CreditRing } from './rings/credit-ring.tsx';
export { Drawing, type DrawingName } from './states/drawing.tsx';
export { EmptyState } from './states/empty-state.tsx';
export { ErrorState } from './states/error-state.tsx';
export { lazyPart } from './plain/lazy-part.tsx';
export { EndedSite, Forbidden, NotFound } from '../../shell/src/notice/notice-pages.tsx';
export {
  headTags,
  type HeadTag,
  pictureUrl,
  siteUrl,
  type StructuredData,
} from '../../shell/src/head/head-tags.ts';
export { PageHead } from '../../shell/src/head/page-head.tsx';
export { PageTitle } from '../../shell/src/head/page-title.tsx';
export { Pager } from './lists/pager.tsx';
export { CardSkeletons, RowSkeletons } from './states/skeletons.tsx';
export { Steps } from './plain/steps.tsx';
export { newQueryClient } from '../../shell/src/query/query-client.ts';
export { refresh } from '../../shell/src/query/refresh.ts';
export { reportFailure } from '../../shell/src/page/report-failure.ts';
export { type Handle, Root, RootError, rootRoutes } from '../../shell/src/root/root.tsx';
export { requireProfile } from '../../shell/src/profile/profile-prompt.ts';
export { learnSummaryQuery } from '../../shell/src/session/learn-summary.ts';
export { leaveSignIn } from '../../shell/src/sign-in/after-sign-in.ts';
export { goTo } from '../../shell/src/session/go-to.ts';
export { requireSignIn, SignInCancelled, useSignIn } from '../../shell/src/sign-in/require-sign-in.ts';
export { type Sign, signAtom, toggleSign } from '../../shell/src/sign-in/sign.atoms.ts';
export { useSignInMethods } from '../../shell/src/sign-in/sign-in-methods.ts';
export { useSignOut } from '../../shell/src/session/sign-out.ts';
export { type Session, type SessionState, useSession } from '../../shell/src/session/use-session.ts';
export { userInfoQuery, useUserInfo } from '../../shell/src/session/use-user-info.ts';
export { useStepBack } from '../../shell/src/page/step-back.ts';
export { readTab, writeTab } from '../../shell/src/storage/tab-storage.ts';
export { clockWords, durationWords, studyTimeWords } from './time/durations.ts';
export { toast } from './toast/toast.ts';
export { momentInWords } from './time/moments.ts';
export { UiProvider } from '../../shell/src/root/ui-provider.tsx';
