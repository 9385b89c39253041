import { linkTo, personMenus, routes } from '@cme/commons/route-links';
import type { UserInfo } from '@cme/contract/person';
import { useId } from 'react';
import { Icon, LinkTo } from '@cme/ui';
import { useSignInMethods } from '../sign-in/sign-in-methods.ts';
import { useSignOut } from '../session/sign-out.ts';
import { useUserInfo } from '../session/use-user-info.ts';
import { words } from '../page/words.ts';
import { CartLink } from './cart-link.tsx';
import { CountBadge } from '../menus/count-badge.tsx';
import { useMessageNotice } from './use-message-notice.ts';
import { useDisclosure } from './use-disclosure.ts';

/** Right end of the top bar: sign-in links, or the user's menu with messages and cart. */
export function AccountMenu() {
  const { user } = useUserInfo();
  useMessageNotice(user?.unread_count);
  const { isRegistOpen } = useSignInMethods();
  return (
    <div className="account">
      {user ? (
        <>
          <UserMenu user={user} />
          <LinkTo to={linkTo.notice()} className="bar-link">
            <Icon name="bell" size={18} />
            {words.message}
            <CountBadge count={user.unread_count} />
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

/** Pages about the person, after those about what is learnt. */
const ownPages = ['myfile', 'setting'] as const;

/** The seven personal pages, the two about the person, and sign-out. */
function UserMenu({ user }: { user: UserInfo }) {
  const id = useId();
  const { isOpen, toggle, boxProps, button } = useDisclosure();
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
                {path === '/user/notice' ? <CountBadge count={user.unread_count} /> : null}
              </LinkTo>
            </li>
          ))}
          {ownPages.map((name) => (
            <li key={name}>
              <LinkTo to={linkTo[name]()}>{routes[name].title}</LinkTo>
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
