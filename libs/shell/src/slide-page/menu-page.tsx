import { site } from '@cme/commons/branding';
import { linkTo } from '@cme/commons/route-links';
import { useQuery } from '@tanstack/react-query';
import { CareSwitch } from '../care/care-switch.tsx';
import { Drawer } from '@cme/ui/dialogs';
import { MenuIcons } from '../menus/menu-grid.tsx';
import { menuIcon } from '../menus/menu-icon.ts';
import { MenuLink } from '../menus/menu-link.tsx';
import { mobileMenuStyle, siteConfigQuery, siteMenus } from '../menus/site-config.ts';
import { Icon, LinkTo } from '@cme/ui';
import { useSignInMethods } from '../sign-in/sign-in-methods.ts';
import { useUserInfo } from '../session/use-user-info.ts';
import { words } from '../page/words.ts';
import css from './menu-page.module.css';

/**
 * The site's menu on a phone: a list that slides in from the side, or an icon grid from the
 * bottom.
 */
export function MenuPage({ isShown, onClose }: { isShown: boolean; onClose: () => void }) {
  const config = useQuery(siteConfigQuery());
  const menus = siteMenus(config);
  const isGrid = mobileMenuStyle(config.data) === 'grid';
  return (
    <Drawer
      opened={isShown}
      onClose={onClose}
      title={words.openMenu}
      position={isGrid ? 'bottom' : 'right'}
      size={isGrid ? 'auto' : 'min(20rem, 86%)'}
      padding="md"
      classNames={{ content: css.page, header: css.head, title: css.title }}
    >
      <Entry />
      <nav aria-label={words.mainMenu}>
        {isGrid ? (
          <MenuIcons menus={menus} replace />
        ) : (
          <ul className={css.list}>
            {menus.map((menu) => (
              <li key={menu.key}>
                <MenuLink menu={menu} replace>
                  <Icon name={menuIcon(menu)} />
                  <span>{menu.title}</span>
                </MenuLink>
              </li>
            ))}
          </ul>
        )}
      </nav>
      <More />
    </Drawer>
  );
}

/** Sign-in links for guests. */
function Entry() {
  const { user } = useUserInfo();
  const { isRegistOpen } = useSignInMethods();
  if (user) return null;
  return (
    <div className={css.entry}>
      <LinkTo to={linkTo.login()} replace className={css.main}>
        {words.login}
      </LinkTo>
      {isRegistOpen ? (
        <LinkTo to={linkTo.registPerson()} replace>
          {words.regist}
        </LinkTo>
      ) : null}
    </div>
  );
}

function More() {
  const { service_phone } = site();
  return (
    <div className={css.more}>
      <CareSwitch className="bar-link" />
      {service_phone ? (
        <a href={`tel:${service_phone}`} className="bar-link">
          <Icon name="phone" size={18} />
          {`${words.phone} ${service_phone}`}
        </a>
      ) : null}
    </div>
  );
}
