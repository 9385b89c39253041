/** The first shared module: what every first view needs and nothing that floats. */
export {
  ActionIcon,
  Alert,
  Anchor,
  Badge,
  Box,
  Button,
  Center,
  Container,
  Divider,
  Flex,
  Grid,
  Group,
  List,
  Loader,
  Paper,
  Progress,
  SimpleGrid,
  Skeleton,
  Space,
  Stack,
  Text,
  Title,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
export { useDebouncedValue, useDisclosure, useMediaQuery } from '@mantine/hooks';
export { type Area, AreaWrap, areaWrap } from './area.tsx';
export { useCare } from './care/care.ts';
export { siteConfigQuery } from './frame/site-config.ts';
export { Icon, type IconName } from './icon.tsx';
export { LinkTo, type LinkToProps } from './link.tsx';
export { debounce, debounceWait, scrollTime, scrollToTop, throttle, throttleWait } from './pace/pace.ts';
export { Breadcrumb } from './pieces/breadcrumb.tsx';
export { CardGrid } from './pieces/card-grid.tsx';
export { CourseCard } from './pieces/course-card.tsx';
export { creditWords, kindWords, learnersWords, levelWords, priceWords, progressWords, subjectWords } from './pieces/course-words.ts';
export { CreditRing } from './pieces/credit-ring.tsx';
export { Drawing, type DrawingName } from './pieces/drawing.tsx';
export { Empty } from './pieces/empty.tsx';
export { Failed } from './pieces/failed.tsx';
export { FilterPanel } from './pieces/filter-panel.tsx';
export { FilterRow } from './pieces/filter-row.tsx';
export { EndedSite, Forbidden, NotFound } from './pieces/notices.tsx';
export { PageTitle } from './pieces/page-title.tsx';
export { Pager } from './pieces/pager.tsx';
export { CardSkeletons, RowSkeletons } from './pieces/skeletons.tsx';
export { Steps } from './pieces/steps.tsx';
export { newQueryClient } from './query-client.ts';
export { YearRings } from './pieces/year-rings.tsx';
export { type Handle, Root, RootError } from './root.tsx';
export { leaveSignIn, useArrive } from './session/after-sign-in.ts';
export { goTo } from './session/go-to.ts';
export { requireSignIn, SignInCancelled, useSignIn } from './session/require-sign-in.ts';
export { type Sign, signAtom, toggleSign } from './session/sign.atoms.ts';
export { useSignOut } from './session/sign-out.ts';
export { type Session, type SessionState, useSession } from './session/use-session.ts';
export { userInfoQuery, useUnreadCount, useUserInfo } from './session/use-user-info.ts';
export { dayDigits, dayWords, momentWords } from './time/dates.ts';
export { clockWords, durationWords } from './time/durations.ts';
export { notificationTime, notify, toast, toastTime, toastTop, type ToastType } from './toast/toast.ts';
export { Ui } from './ui.tsx';
