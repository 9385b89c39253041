import { ErrorState } from '@cme/ui';
import { useUserInfo } from '@cme/shell';
import { useQuery } from '@tanstack/react-query';
import css from './profile-facts.module.css';
import { profileQuery } from './profile.queries.ts';
import { profileWords as words } from './profile.words.ts';

/** The user's own data, for themselves: from the account, and what they state. */
export function ProfileFacts() {
  const { user, error: failure, refetch: again } = useUserInfo();
  const { data, error, refetch } = useQuery(profileQuery());
  if (!user && failure) return <ErrorState error={failure} onRetry={() => void again()} />;
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const email = data?.email && `${data.email}${data.email_verified === 'Y' ? '' : words.unproven}`;
  const title = [data?.title_name, data?.title_date && words.since(data.title_date)];
  const rows: readonly (readonly [string, string | undefined])[] = [
    [words.name, user?.real_name],
    [words.mobile, user?.mobile],
    [words.idNo, user?.id_no],
    [words.area, user?.area_name],
    [words.unit, user?.unit_name],
    [words.department, data?.department],
    [words.post, data?.post_name],
    [words.title, title.filter(Boolean).join('，')],
    [words.practice, data?.practice_no],
    [words.education, data?.education_name],
    [words.grassRoots, data && words.yesNo[data.grass_roots]],
    [words.email, email],
  ];
  // The rows stand before their values have come, so that nothing below them moves.
  const empty = user && data ? words.none : '…';
  return (
    <div className={css.frame} aria-busy={!user || !data}>
      {data?.picture ? (
        <img
          className={css.picture}
          src={data.picture}
          alt={words.picture}
          width={96}
          height={96}
        />
      ) : null}
      <dl className={css.facts}>
        {rows.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value || <span className={css.quiet}>{empty}</span>}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
