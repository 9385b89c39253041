import { site } from '@cme/commons/branding';
import { linkTo } from '@cme/commons/route-links';
import { type ReactNode, useId } from 'react';
import { CareSwitch } from '../care/care-switch.tsx';
import { Icon, type IconName } from '../icon.tsx';
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
  const { user } = useUserInfo();
  return (
    <div className="phone-tools">
      <PhonePanel label={words.openSearch} icon="search">
        {(close) => <SearchField isFocused onDone={close} />}
      </PhonePanel>
      {user ? (
        <LinkTo to={linkTo.notice()} className="tool">
          <Icon name="bell" size={24} />
          <span>{words.message}</span>
          <CountBadge count={user.unread_count} />
        </LinkTo>
      ) : null}
      <CartLink className="tool" />
      <PhonePanel label={words.openMenu} icon="menu" openIcon="close">
        {() => <PhoneMenu />}
      </PhonePanel>
    </div>
  );
}

interface PhonePanelProps {
  label: string;
  icon: IconName;
  openIcon?: IconName;
  children: (close: () => void) => ReactNode;
}

/** A button and what it opens beneath the header. */
function PhonePanel({ label, icon, openIcon = icon, children }: PhonePanelProps) {
  const id = useId();
  const { isOpen, setOpen, toggle, boxProps, button } = useDisclosure();
  return (
    <div {...boxProps}>
      <button
        ref={button}
        type="button"
        className="tool"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        <Icon name={isOpen ? openIcon : icon} size={24} />
      </button>
      <div id={id} className="phone-panel" hidden={!isOpen}>
        {isOpen ? children(() => setOpen(false)) : null}
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
