import { PageTitle } from '@cme/shell';
import { useSearchParams } from '@cme/ui/router';
import { useEffect, useState } from 'react';
import { CloseView } from './close-view.tsx';
import { ConsentView } from './consent-view.tsx';
import { DevicesView } from './devices-view.tsx';
import { DisplayPanel } from './display-panel.tsx';
import { IdentityView } from './identity/identity-view.tsx';
import { FactorView } from './factor-view.tsx';
import { FactsView } from './facts/facts-view.tsx';
import { UnitFactsView } from './facts/unit-facts-view.tsx';
import { ExportView } from './export-view.tsx';
import { MobileView } from './mobile-view.tsx';
import { NotifyView } from './notify-view.tsx';
import { PasswordView } from './password-view.tsx';
import { PersonalPanel, type PersonalView, personalViews } from './personal-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { SecurityPanel, type View, views } from './security-panel.tsx';
import css from './setting.module.css';
import { words } from './setting.words.ts';
import { UnitPanel } from './unit-panel.tsx';
import { WechatView } from './wechat-view.tsx';
import { WorkPanel, type WorkView, workViews } from './work-panel.tsx';

type AnyView = View | PersonalView | WorkView;
const allViews: readonly AnyView[] = [...views, ...personalViews, ...workViews];
const viewPages: Record<AnyView, () => React.JSX.Element> = {
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
      <ProfilePanel />
      <WorkPanel left={left} />
      <SecurityPanel left={left} />
      <DisplayPanel />
      <PersonalPanel left={left} />
    </div>
  );
}
