import { Button } from '@cme/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@cme/ui/router';
import { overlayState } from '../../../components/use-overlay.ts';
import css from '../frame/setting.module.css';
import { identityWords } from '../identity/identity.words.ts';
import { boundWords, hasWechat } from './bound-words.ts';
import { factorWords } from './factor.words.ts';
import { factorQuery, wechatQuery } from '../frame/setting.queries.ts';
import { words } from '../frame/setting.words.ts';
import { takeFocus } from '@cme/ui/take-focus';

/** Values of `view` in the URL, each of which opens a view in place of the sections. */
export const views = ['identity', 'password', 'mobile', 'wechat', 'factor', 'devices'] as const;
export type View = (typeof views)[number];

const rows: Record<View, { name: string; hint: string }> = {
  wechat: { name: words.wechat, hint: words.unbound },
  identity: { name: identityWords.title, hint: identityWords.hint },
  password: { name: words.passwordTitle, hint: words.passwordHint },
  mobile: { name: words.mobileTitle, hint: words.mobileHint },
  factor: { name: factorWords.title, hint: factorWords.hints.off },
  devices: { name: words.devices, hint: words.devicesHint },
};

const openNames: Record<View, string> = {
  ...words.open,
  identity: identityWords.open,
  factor: factorWords.open,
};

/** Ways to sign in, each with its own view. `left`: the view that the user comes back from. */
export function SecurityPanel({ left }: { left: string | undefined }) {
  const { data: factor } = useQuery(factorQuery());
  const { data: wechat } = useQuery(wechatQuery());
  // Hidden where neither the site nor the account has it. Most sites offer WeChat, so that its row
  // is there before the answer and moves nothing.
  const isShown: Partial<Record<View, boolean>> = {
    factor: factor?.offered === 'Y',
    wechat: wechat === undefined || hasWechat(wechat),
  };
  const shown = views.filter((view) => isShown[view] ?? true);
  const hints: Partial<Record<View, string>> = {
    ...(factor?.enrolled === 'Y' && { factor: factorWords.hints.on }),
    ...(wechat?.bound === 'Y' && { wechat: boundWords(wechat) }),
  };
  return (
    <section className={css.panel} aria-labelledby="security-title">
      <h2 id="security-title">{words.security}</h2>
      <ul className={css.rows}>
        {shown.map((view) => (
          <li key={view}>
            <div>
              <strong>{rows[view].name}</strong>
              <p>{hints[view] ?? rows[view].hint}</p>
            </div>
            <Button
              component={Link}
              to={`?view=${view}`}
              state={overlayState}
              variant="default"
              ref={left === view ? takeFocus : undefined}
            >
              {openNames[view]}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
