import { linkTo, personMenus, routes } from '@cme/commons/route-links';
import type { UserInfo } from '@cme/contract/person';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from '../forms/dialogs.tsx';
import { Icon, type IconName } from '../icon.tsx';
import { LinkTo } from '../link.tsx';
import { YearRings } from '../rings/year-rings.tsx';
import { learnSummaryQuery } from '../session/learn-summary.ts';
import { useSignOut } from '../session/sign-out.ts';
import { useUserInfo } from '../session/use-user-info.ts';
import { words } from '../words.ts';
import { CountBadge } from '../frame/count-badge.tsx';
import { nextStep } from '../frame/next-step.ts';
import { Button } from '../plain/button.tsx';
import { Skeleton } from '../plain/skeleton.tsx';
import css from './person-page.module.css';
import '../forms.css';

const ownWords = {
  title: '我的',
  yearOf: (year: number) => `${year} 年度完成情况`,
};

/**
 * The personal menu on a phone: name, year's progress, next step, seven pages, settings,
 * sign-out.
 */
export function PersonPage({ isShown, onClose }: { isShown: boolean; onClose: () => void }) {
  const { user } = useUserInfo();
  return (
    <Drawer
      opened={isShown}
      onClose={onClose}
      title={ownWords.title}
      position="right"
      size="100%"
      padding="md"
      classNames={{ content: css.page, header: css.head, title: css.title }}
    >
      {user ? <PersonName user={user} /> : null}
      <YearProgress />
      <PersonMenu unread={user?.unread_count ?? 0} />
    </Drawer>
  );
}

function PersonName({ user: { real_name, unit_name } }: { user: UserInfo }) {
  return (
    <p className={css.person}>
      <span className={css.mark} aria-hidden="true">
        {[...real_name].at(-1)}
      </span>
      <strong>{real_name}</strong>
      <small>{unit_name}</small>
    </p>
  );
}

/** Renders nothing if it cannot be loaded: the menu below matters more. */
function YearProgress() {
  const { data, isPending } = useQuery(learnSummaryQuery());
  if (isPending) return <Skeleton height="16rem" />;
  if (!data) return null;
  const next = nextStep(data.current);
  return (
    <section className={css.year} aria-label={ownWords.yearOf(data.year)}>
      <YearRings
        year={data.year}
        rings={[
          { kind: 'credits', got: data.got_credits, need: data.need_credits },
          { kind: 'hours', got: data.got_hours, need: data.need_hours },
        ]}
      />
      {data.current ? <p className={css.course}>{data.current.course.title}</p> : null}
      <Button component={LinkTo} to={next.href} replace fullWidth>
        {next.title}
      </Button>
    </section>
  );
}

const icons: Record<string, IconName> = {
  [routes.trainingclass.path]: 'users',
  [routes.learn.path]: 'play',
  [routes.myexam.path]: 'clock',
  [routes.mycertificate.path]: 'check',
  [routes.myorder.path]: 'cart',
  [routes.collection.path]: 'care',
  [routes.notice.path]: 'bell',
  [routes.myfile.path]: 'books',
  [routes.setting.path]: 'user',
};

function PersonMenu({ unread }: { unread: number }) {
  const signOut = useSignOut();
  const entries = [
    ...personMenus,
    { title: routes.myfile.title, path: routes.myfile.path, href: linkTo.myfile },
    { title: routes.setting.title, path: routes.setting.path, href: linkTo.setting },
  ];
  return (
    <nav aria-label={words.personMenu} className={css.menu}>
      <ul>
        {entries.map(({ title, path, href }) => (
          <li key={path}>
            <LinkTo to={href()} replace>
              <Icon name={icons[path] ?? 'right'} />
              <span>{title}</span>
              {path === routes.notice.path ? <CountBadge count={unread} /> : null}
              <Icon name="right" size={16} />
            </LinkTo>
          </li>
        ))}
      </ul>
      <Button variant="default" fullWidth onClick={signOut}>
        {words.logout}
      </Button>
    </nav>
  );
}
