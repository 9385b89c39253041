import { PageTitle } from '@cme/ui';
import { useSearchParams } from '@cme/ui/router';
import { useEffect, useState } from 'react';
import { DevicesView } from './devices-view.tsx';
import { MobileView } from './mobile-view.tsx';
import { PasswordView } from './password-view.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SecurityPanel, type View, views } from './security-panel.tsx';
import css from './setting.module.css';
import { words } from './setting.words.ts';
import { UnitPanel } from './unit-panel.tsx';
import { WechatPanel } from './wechat-panel.tsx';

const viewPages: Record<View, () => React.JSX.Element> = {
  password: PasswordView,
  mobile: MobileView,
  devices: DevicesView,
};

/** What a person may change about themselves: profile, place of work, ways in. */
export function SettingPage() {
  const [search] = useSearchParams();
  const view = views.find((name) => name === search.get('view'));
  const [left, setLeft] = useState<View>();
  useEffect(() => {
    if (view) setLeft(view);
  }, [view]);
  if (view) {
    const Page = viewPages[view];
    return <Page />;
  }
  return (
    <div className={css.page}>
      <PageTitle name={words.title} />
      <h1>{words.title}</h1>
      <UnitPanel />
      <ProfilePanel />
      <SecurityPanel left={left} />
      <WechatPanel />
    </div>
  );
}
