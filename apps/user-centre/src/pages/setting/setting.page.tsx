import { PageTitle } from '@cme/ui';
import { ProfilePanel } from './profile-panel.tsx';
import css from './setting.module.css';
import { words } from './setting.words.ts';
import { UnitPanel } from './unit-panel.tsx';
import { WechatPanel } from './wechat-panel.tsx';

/** What a person may change about themselves: profile, place of work, ways in. */
export function SettingPage() {
  return (
    <div className={css.page}>
      <PageTitle name={words.title} />
      <h1>{words.title}</h1>
      <UnitPanel />
      <ProfilePanel />
      <WechatPanel />
    </div>
  );
}
