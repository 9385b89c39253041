import { Button } from '@cme/ui';
import { Link } from '@cme/ui/router';
import { overlayState } from '../../components/use-overlay.ts';
import { useQuery } from '@tanstack/react-query';
import css from './setting.module.css';
import { identityWords } from './identity/identity.words.ts';
import { boundWords, hasWechat } from './bound-words.ts';
import { wechatQuery } from './setting.queries.ts';
import { words } from './setting.words.ts';
import { takeFocus } from '@cme/ui/take-focus';

/** Values of `view` in the URL, each of which opens a view in place of the sections. */
export const views = ['identity', 'password', 'mobile', 'wechat', 'devices'] as const;
export type View = (typeof views)[number];

const rows: Record<View, { name: string; hint: string }> = {
  wechat: { name: words.wechat, hint: words.unbound },
  identity: { name: identityWords.title, hint: identityWords.hint },
  password: { name: words.passwordTitle, hint: words.passwordHint },
  mobile: { name: words.mobileTitle, hint: words.mobileHint },
  devices: { name: words.devices, hint: words.devicesHint },
};

/** Ways to sign in, each with its own view. `left`: the view that the user comes back from. */
export function SecurityPanel({ left }: { left: string | undefined }) {
  const { data: wechat } = useQuery(wechatQuery());
  const since = wechat?.bound === 'Y' ? boundWords(wechat) : undefined;
  const shown = views.filter((view) => view !== 'wechat' || (wechat && hasWechat(wechat)));
  return (
    <section className={css.panel} aria-labelledby="security-title">
      <h2 id="security-title">{words.security}</h2>
      <ul className={css.rows}>
        {shown.map((view) => (
          <li key={view}>
            <div>
              <strong>{rows[view].name}</strong>
              <p>{view === 'wechat' && since ? since : rows[view].hint}</p>
            </div>
            <Button
              component={Link}
              to={`?view=${view}`}
              state={overlayState}
              variant="default"
              ref={left === view ? takeFocus : undefined}
            >
              {view === 'identity' ? identityWords.open : words.open[view]}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
