import {
  isSignInCancelled,
  requireProfile,
  userInfoQuery,
  useSession,
  useSignIn,
  useUserInfo,
} from '@cme/shell';
import { toast } from '@cme/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { parseFilters } from './catalogue.queries.ts';
import { words } from './catalogue.words.ts';
import { storeChoice, getProfileFilters } from './default-filter.ts';

type Filters = Pick<ReturnType<typeof parseFilters>, 'series' | 'level' | 'post_type'>;

interface Props {
  filters: Filters;
  onChange(part: Record<string, string>): void;
}

const noFilters = { series: '', level: '', post_type: '' };

/**
 * Filters by the learner's profession, level and post with one click. Guests are asked to sign in
 * first.
 */
export function ProfileFilter({ filters, onChange }: Props) {
  const client = useQueryClient();
  const requireSignIn = useSignIn();
  const { signedIn } = useSession();
  const { user } = useUserInfo();
  const isOn = signedIn && user !== undefined && isOwn(filters, user);
  const choose = useMutation({
    mutationFn: async () => {
      await requireSignIn();
      await requireProfile(client);
      return client.ensureQueryData(userInfoQuery());
    },
    onSuccess: (person) => {
      storeChoice('own');
      onChange(getProfileFilters(person));
    },
    onError: (error) => {
      if (!isSignInCancelled(error)) toast.error(error.message);
    },
  });
  return (
    <button
      type="button"
      className="chip"
      aria-pressed={isOn}
      onClick={() => (isOn ? onChange(noFilters) : choose.mutate())}
    >
      {words.forMe}
    </button>
  );
}

/** False for a user whose profile is empty. */
export function isOwn(
  filters: Filters,
  { series_code, level, post_type }: { series_code: string; level: string; post_type: string },
): boolean {
  const isSame =
    filters.series === series_code && filters.level === level && filters.post_type === post_type;
  return isSame && [series_code, level, post_type].some(Boolean);
}
