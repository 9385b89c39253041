/** The first shared module: what every first view needs, and nothing that floats. */
export { Badge } from './plain/badge.tsx';
export { Breadcrumb } from './plain/breadcrumb.tsx';
export { Button } from './plain/button.tsx';
export { Icon, type IconName, isIconName } from './plain/icon.tsx';
export { Group, Text } from './plain/layout.tsx';
export { lazyPart } from './plain/lazy-part.tsx';
export { LinkTo, type LinkToProps } from './plain/link.tsx';
export { Progress } from './plain/progress.tsx';
export { Skeleton } from './plain/skeleton.tsx';
export {
  creditFigure,
  creditWords,
  kindWords,
  learnersWords,
  levelWords,
  priceWords,
  progressWords,
  saleWords,
  subjectWords,
} from './course/course-words.ts';
export { restoreFocus } from './focus/restore-focus.ts';
export { Pager } from './lists/pager.tsx';
export { CreditRing } from './rings/credit-ring.tsx';
export { Arc, toRatio } from './rings/ring-parts.tsx';
export { Drawing, type DrawingName } from './states/drawing.tsx';
export { EmptyState } from './states/empty-state.tsx';
export { ErrorState } from './states/error-state.tsx';
export { CardSkeletons, RowSkeletons } from './states/skeletons.tsx';
export { ThemeProvider } from './theme/theme-provider.tsx';
export { clockWords, durationWords, studyTimeWords } from './time/durations.ts';
export { momentInWords } from './time/moments.ts';
export { notify, toast } from './toast/toast.ts';
export { Toasts } from './toast/toasts.tsx';
