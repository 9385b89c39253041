import { site } from '@cme/commons/branding';
import { linkTo } from '@cme/commons/route-links';
import { CareSwitch } from '../care/care-switch.tsx';
import { Icon, type IconName, LinkTo } from '@cme/ui';
import { useUserInfo } from '../session/use-user-info.ts';
import { words } from '../page/words.ts';
import { AccountMenu } from './account-menu.tsx';
import { CartLink } from './cart-link.tsx';
import { CountBadge } from '../menus/count-badge.tsx';
import { MainMenu } from './main-menu.tsx';
import { SearchField } from '../search/search-field.tsx';
import { type SlidePageContent, useSlidePage } from '../page/slide-page.ts';

export function Header() {
  return (
    <header className="head" data-style={site().header_style}>
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

/** For single-form pages: the logo and no links that lead away. */
export function NarrowHeader() {
  return (
    <header className="head" data-style={site().header_style}>
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

/** On phones: a search button and a menu button. */
function PhoneTools() {
  const { user } = useUserInfo();
  return (
    <div className="phone-tools">
      <SlideButton content="search" label={words.openSearch} icon="search" />
      {user ? (
        <LinkTo to={linkTo.notice()} className="tool">
          <Icon name="bell" size={24} />
          <span>{words.message}</span>
          <CountBadge count={user.unread_count} />
        </LinkTo>
      ) : null}
      <CartLink className="tool" />
      <SlideButton content="menu" label={words.openMenu} icon="menu" />
    </div>
  );
}

interface SlideButtonProps {
  content: SlidePageContent;
  label: string;
  icon: IconName;
}

function SlideButton({ content, label, icon }: SlideButtonProps) {
  const page = useSlidePage();
  return (
    <button
      type="button"
      className="tool"
      data-tool={content}
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={page.content === content}
      onClick={() => page.open(content)}
    >
      <Icon name={icon} size={24} />
    </button>
  );
}
