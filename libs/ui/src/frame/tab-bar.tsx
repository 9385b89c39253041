import { areaOf, linkTo, linkToPath } from '@cme/commons/route-links';
import { useLocation } from '@cme/ui/router';
import { Icon, type IconName } from '../icon.tsx';
import { LinkTo } from '../link.tsx';
import { words } from '../words.ts';

interface Tab {
  title: string;
  icon: IconName;
  href(): string;
  isHere(pathname: string): boolean;
}

const tabs: readonly Tab[] = [
  { title: '首页', icon: 'home', href: () => linkTo.home(), isHere: (path) => path === '/' },
  { title: '课程', icon: 'books', href: () => linkTo.publicneed(), isHere: (path) => /^\/(publicneed|profession|search|item)(\/|$)/.test(path) },
  { title: '学习', icon: 'school', href: () => linkTo.learn(), isHere: (path) => path === '/user/learn' },
  { title: '我的', icon: 'user', href: () => linkToPath('/user'), isHere: (path) => areaOf(path) === 'user' && path !== '/user/learn' },
];

/** Phones only: one thumb reaches it. Going from tab to tab leaves no trail, so that going back leaves the tabs at once. */
export function TabBar() {
  const { pathname } = useLocation();
  const isTab = tabs.some(({ href }) => new URL(href(), 'http://here').pathname === pathname);
  return (
    <nav className="tab-bar" aria-label={words.tabBar}>
      {tabs.map(({ title, icon, href, isHere }) => (
        <LinkTo key={title} to={href()} replace={isTab} aria-current={isHere(pathname) ? 'page' : undefined}>
          <Icon name={icon} size={22} />
          {title}
        </LinkTo>
      ))}
    </nav>
  );
}
