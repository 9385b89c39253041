/** The first shared module: what every first view needs and nothing that floats. */
export { Badge, Button, Group, Progress, Skeleton, Text, Title } from '@mantine/core';
export { useMediaQuery } from '@mantine/hooks';
export { type Area, AreaWrap, areaWrap } from './area.tsx';
export { useCare } from './care/care.ts';
export { nextStep } from './frame/next-step.ts';
export { siteConfigQuery } from './frame/site-config.ts';
export { Icon, type IconName } from './icon.tsx';
export { LinkTo, type LinkToProps } from './link.tsx';
export { scrollToTop } from './pace/pace.ts';
export { Breadcrumb } from './pieces/breadcrumb.tsx';
export { CourseCard } from './pieces/course-card.tsx';
export {
  creditWords,
  kindWords,
  learnersWords,
  levelWords,
  priceWords,
  progressWords,
  subjectWords,
} from './pieces/course-words.ts';
export { CreditRing } from './pieces/credit-ring.tsx';
export { Drawing, type DrawingName } from './pieces/drawing.tsx';
export { Empty } from './pieces/empty.tsx';
export { Failed } from './pieces/failed.tsx';
export { FilterPanel } from './pieces/filter-panel.tsx';
export { FilterRow } from './pieces/filter-row.tsx';
export { lazyPart } from './pieces/lazy-part.tsx';
export { EndedSite, Forbidden, NotFound } from './pieces/notices.tsx';
export { PageTitle } from './pieces/page-title.tsx';
export { Pager } from './pieces/pager.tsx';
export { CardSkeletons, RowSkeletons } from './pieces/skeletons.tsx';
export { Steps } from './pieces/steps.tsx';
export { newQueryClient } from './query-client.ts';
export { refresh } from './refresh.ts';
export { YearRings } from './pieces/year-rings.tsx';
export { type Handle, Root, RootError } from './root.tsx';
export { learnSummaryQuery } from './session/learn-summary.ts';
export { leaveSignIn, useArrive } from './session/after-sign-in.ts';
export { goTo } from './session/go-to.ts';
export { requireSignIn, SignInCancelled, useSignIn } from './session/require-sign-in.ts';
export { type Sign, signAtom, toggleSign } from './session/sign.atoms.ts';
export { useSignInWays } from './session/sign-in-ways.ts';
export { useSignOut } from './session/sign-out.ts';
export { type Session, type SessionState, useSession } from './session/use-session.ts';
export { userInfoQuery, useUserInfo } from './session/use-user-info.ts';
export { useStepBack } from './step-back.ts';
export { clockWords, durationWords } from './time/durations.ts';
export { toast } from './toast/toast.ts';
export { momentInWords } from './time/moments.ts';
export { Ui } from './ui.tsx';
