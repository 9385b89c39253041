import { PageTitle } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { useEffect, useState } from 'react';
import { CloseView } from './personal/close-view.tsx';
import { ConsentView } from './personal/consent-view.tsx';
import { DevicesView } from './security/devices-view.tsx';
import { DisplayPanel } from './display-panel.tsx';
import { IdentityView } from './identity/identity-view.tsx';
import { FactorView } from './security/factor-view.tsx';
import { FactsView } from './facts/facts-view.tsx';
import { UnitFactsView } from './facts/unit-facts-view.tsx';
import { ExportView } from './personal/export-view.tsx';
import { MobileView } from './security/mobile-view.tsx';
import { NotifyView } from './personal/notify-view.tsx';
import { PasswordView } from './security/password-view.tsx';
import { PersonalPanel, type PersonalView, personalViews } from './personal/personal-panel.tsx';
import { ProfileView } from './profile/profile-view.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SecurityPanel, type View, views } from './security/security-panel.tsx';
import css from './frame/setting.module.css';
import { words } from './frame/setting.words.ts';
import { UnitPanel } from './unit-panel.tsx';
import { WechatView } from './security/wechat-view.tsx';
import { WorkPanel, type WorkView, workViews } from './work-panel.tsx';

type AnyView = View | PersonalView | WorkView | 'profile';
const allViews: readonly AnyView[] = [...views, ...personalViews, ...workViews, 'profile'];
const viewPages: Record<AnyView, () => React.JSX.Element> = {
  profile: ProfileView,
  notify: NotifyView,
  consent: ConsentView,
  export: ExportView,
  close: CloseView,
  password: PasswordView,
  mobile: MobileView,
  devices: DevicesView,
  factor: FactorView,
  wechat: WechatView,
  identity: IdentityView,
  facts: FactsView,
  unit_facts: UnitFactsView,
};

/** The user's profile, unit and ways to sign in. */
export function SettingPage() {
  const [search] = useSearchParams();
  const view = allViews.find((name) => name === search.get('view'));
  const [left, setLeft] = useState<AnyView>();
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
      <ProfilePanel left={left} />
      <WorkPanel left={left} />
      <SecurityPanel left={left} />
      <DisplayPanel />
      <PersonalPanel left={left} />
    </div>
  );
}
