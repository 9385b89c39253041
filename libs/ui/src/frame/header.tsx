import { site } from '@cme/commons/branding';
import { linkTo } from '@cme/commons/route-links';
import { useId } from 'react';
import { CareSwitch } from '../care/care-switch.tsx';
import { Icon } from '../icon.tsx';
import { LinkTo } from '../link.tsx';
import { useUserInfo } from '../session/use-user-info.ts';
import { words } from '../words.ts';
import { AccountMenu } from './account-menu.tsx';
import { CartLink } from './cart-link.tsx';
import { CountBadge } from './count-badge.tsx';
import { MainMenu } from './main-menu.tsx';
import { SearchField } from './search-field.tsx';
import { useDisclosure } from './use-disclosure.ts';

export function Header() {
  return (
    <header className="head">
      <TopBar />
      <div className="brand wide">
        <Logo />
        <SearchField />
        <PhoneTools />
      </div>
      <MainMenu />
    </header>
  );
}

/** For pages with one form: the logo, and nothing that leads away from it. */
export function NarrowHeader() {
  return (
    <header className="head">
      <div className="brand wide">
        <Logo />
        <CareSwitch className="bar-link" />
      </div>
    </header>
  );
}

function TopBar() {
  const { service_phone, service_time } = site();
  return (
    <div className="top-bar">
      <div className="wide">
        <p className="service">
          {service_phone ? (
            <>
              <Icon name="phone" size={16} />
              {`${words.phone} `}
              <a href={`tel:${service_phone}`}>{service_phone}</a>
            </>
          ) : null}
          <span className="service-time">{service_time}</span>
        </p>
        <CareSwitch className="bar-link" />
        <AccountMenu />
      </div>
    </div>
  );
}

function Logo() {
  const { site_name, site_logo } = site();
  return (
    <LinkTo to={linkTo.home()} className="logo">
      {site_logo ? (
        <img src={site_logo} alt={site_name} height={48} />
      ) : (
        <span className="logo-text">{site_name}</span>
      )}
    </LinkTo>
  );
}

/** On phones: search and everything else behind one button each. */
function PhoneTools() {
  const searchId = useId();
  const menuId = useId();
  const search = useDisclosure();
  const menu = useDisclosure();
  const { user } = useUserInfo();
  return (
    <div className="phone-tools">
      <div {...search.boxProps}>
        <button
          ref={search.button}
          type="button"
          className="tool"
          aria-label={words.openSearch}
          aria-expanded={search.isOpen}
          aria-controls={searchId}
          onClick={search.toggle}
        >
          <Icon name="search" size={24} />
        </button>
        <div id={searchId} className="phone-panel" hidden={!search.isOpen}>
          {search.isOpen ? <SearchField isFocused onDone={() => search.setOpen(false)} /> : null}
        </div>
      </div>
      {user ? (
        <LinkTo to={linkTo.notice()} className="tool">
          <Icon name="bell" size={24} />
          <span>{words.message}</span>
          <CountBadge count={user.unread_count} />
        </LinkTo>
      ) : null}
      <CartLink className="tool" />
      <div {...menu.boxProps}>
        <button
          ref={menu.button}
          type="button"
          className="tool"
          aria-label={words.openMenu}
          aria-expanded={menu.isOpen}
          aria-controls={menuId}
          onClick={menu.toggle}
        >
          <Icon name={menu.isOpen ? 'close' : 'menu'} size={24} />
        </button>
        <div id={menuId} className="phone-panel" hidden={!menu.isOpen}>
          {menu.isOpen ? <PhoneMenu /> : null}
        </div>
      </div>
    </div>
  );
}

function PhoneMenu() {
  const { user } = useUserInfo();
  const { service_phone } = site();
  return (
    <>
      {user ? null : (
        <div className="phone-entry">
          <LinkTo to={linkTo.login()} className="entry entry-main">
            {words.login}
          </LinkTo>
          <LinkTo to={linkTo.registPerson()} className="entry">
            {words.regist}
          </LinkTo>
        </div>
      )}
      <MainMenu className="phone-menu" />
      <div className="phone-more">
        <CareSwitch className="bar-link" />
        {service_phone ? (
          <a href={`tel:${service_phone}`} className="bar-link">
            <Icon name="phone" size={18} />
            {`${words.phone} ${service_phone}`}
          </a>
        ) : null}
      </div>
    </>
  );
}
