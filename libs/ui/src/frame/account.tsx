import { linkTo, personMenus } from '@cme/commons/route-links';
import type { UserInfo } from '@cme/contract';
import { useId } from 'react';
import { Icon } from '../icon.tsx';
import { LinkTo } from '../link.tsx';
import { useSignInWays } from '../session/sign-in-ways.ts';
import { useSignOut } from '../session/sign-out.ts';
import { useUserInfo } from '../session/use-user-info.ts';
import { words } from '../words.ts';
import { CartLink } from './cart-link.tsx';
import { Badge } from './count.tsx';
import { useNews } from './use-news.ts';
import { useOpen } from './use-open.ts';

/** Right end of the top bar: the way in, or the person with messages and cart. */
export function Account() {
  const { user } = useUserInfo();
  useNews(user?.unread_count);
  const { isRegistOpen } = useSignInWays();
  return (
    <div className="account">
      {user ? (
        <>
          <UserMenu user={user} />
          <LinkTo to={linkTo.notice()} className="bar-link">
            <Icon name="bell" size={18} />
            {words.message}
            <Badge count={user.unread_count} />
          </LinkTo>
        </>
      ) : (
        <>
          <LinkTo to={linkTo.login()} className="bar-link">
            {words.login}
          </LinkTo>
          {isRegistOpen ? (
            <LinkTo to={linkTo.registPerson()} className="bar-link">
              {words.regist}
            </LinkTo>
          ) : null}
        </>
      )}
      <CartLink className="bar-link" />
    </div>
  );
}

/** The seven pages of a person and the way out. */
function UserMenu({ user }: { user: UserInfo }) {
  const id = useId();
  const { isOpen, toggle, boxProps, button } = useOpen();
  const signOut = useSignOut();
  return (
    <div className="user-menu" {...boxProps}>
      <button
        ref={button}
        type="button"
        className="bar-link"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <Icon name="user" size={18} />
        {user.real_name}
        <Icon name="down" size={14} className={isOpen ? 'turned' : ''} />
      </button>
      <nav id={id} className="user-panel" aria-label={words.personMenu} hidden={!isOpen}>
        <ul>
          {personMenus.map(({ title, path, href }) => (
            <li key={path}>
              <LinkTo to={href()}>
                {title}
                {path === '/user/notice' ? <Badge count={user.unread_count} /> : null}
              </LinkTo>
            </li>
          ))}
          <li>
            <button type="button" onClick={signOut}>
              {words.logout}
            </button>
          </li>
        </ul>
      </nav>
    </div>
  );
}
