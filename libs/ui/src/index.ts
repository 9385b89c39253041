/** The first shared module: what every first view needs, and nothing that floats. */
export { Badge } from './plain/badge.tsx';
export { Button } from './plain/button.tsx';
export { Group, Text, Title } from './plain/layout.tsx';
export { Progress } from './plain/progress.tsx';
export { Skeleton } from './plain/skeleton.tsx';
export { useMediaQuery } from './plain/use-media-query.ts';
export { type Area, AreaProvider, defineArea } from './area.tsx';
export { useCare } from './care/care.ts';
export { CareSwitch } from './care/care-switch.tsx';
export { nextStep } from './frame/next-step.ts';
export { MenuGrid } from './frame/menu-grid.tsx';
export { siteConfigQuery } from './frame/site-config.ts';
export { type InApp, inApp } from './in-app/in-app.ts';
export { useOpenFile } from './in-app/open-file.ts';
export { Icon, type IconName } from './icon.tsx';
export { LinkTo, type LinkToProps } from './link.tsx';
export { isReturn } from './scroll/scroll-positions.ts';
export { scrollToTop } from './scroll/scroll-to-top.ts';
export { Breadcrumb } from './pieces/breadcrumb.tsx';
export { CourseCard } from './course/course-card.tsx';
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
export { lazyPart } from './pieces/lazy-part.tsx';
export { EndedSite, Forbidden, NotFound } from './states/notice-pages.tsx';
export {
  headTags,
  type HeadTag,
  pictureUrl,
  siteUrl,
  type StructuredData,
} from './pieces/head-tags.ts';
export { PageHead } from './pieces/page-head.tsx';
export { PageTitle } from './pieces/page-title.tsx';
export { Pager } from './lists/pager.tsx';
export { CardSkeletons, RowSkeletons } from './states/skeletons.tsx';
export { Steps } from './pieces/steps.tsx';
export { newQueryClient } from './query-client.ts';
export { refresh } from './refresh.ts';
export { reportFailure } from './report-failure.ts';
export { type Handle, Root, RootError, rootRoutes } from './root.tsx';
export { requireProfile } from './session/profile-prompt.ts';
export { learnSummaryQuery } from './session/learn-summary.ts';
export { leaveSignIn } from './sign-in/after-sign-in.ts';
export { goTo } from './session/go-to.ts';
export { requireSignIn, SignInCancelled, useSignIn } from './sign-in/require-sign-in.ts';
export { type Sign, signAtom, toggleSign } from './sign-in/sign.atoms.ts';
export { useSignInMethods } from './sign-in/sign-in-methods.ts';
export { useSignOut } from './session/sign-out.ts';
export { type Session, type SessionState, useSession } from './session/use-session.ts';
export { userInfoQuery, useUserInfo } from './session/use-user-info.ts';
export { useStepBack } from './step-back.ts';
export { readTab, writeTab } from './storage/tab-storage.ts';
export { clockWords, durationWords, studyTimeWords } from './time/durations.ts';
export { toast } from './toast/toast.ts';
export { momentInWords } from './time/moments.ts';
export { UiProvider } from './ui-provider.tsx';
