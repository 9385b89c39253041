import { site } from '@cme/commons/branding';
import { linkTo } from '@cme/commons/route-links';
import { LinkTo } from '@cme/ui';
import { words } from '../page/words.ts';
import { useSignOut } from '../session/sign-out.ts';
import { useUserInfo } from '../session/use-user-info.ts';

function formatDay(moment: string): string {
  const [year, month, day] = moment.slice(0, 10).split('-').map(Number);
  return `${year}年${month}月${day}日`;
}

/** Above the records of a learner whose site has ended. */
export function EndedBar() {
  const { records_until = '' } = site();
  const { user } = useUserInfo();
  const signOut = useSignOut();
  return (
    <div className="ended-bar">
      <p>{words.recordsBar(formatDay(records_until))}</p>
      {user ? (
        <p className="ended-links">
          <LinkTo to={linkTo.setting({ view: 'export' })}>{words.exportData}</LinkTo>
          <button type="button" onClick={signOut}>
            {words.logout}
          </button>
        </p>
      ) : null}
    </div>
  );
}
