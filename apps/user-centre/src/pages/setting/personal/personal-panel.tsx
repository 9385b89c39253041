import { Button } from '@cme/ui';
import { Link } from '@cme/ui/router';
import { overlayState } from '../../../components/use-overlay.ts';
import { personalWords as words } from './personal.words.ts';
import css from '../frame/setting.module.css';
import { takeFocus } from '@cme/ui/take-focus';

export const personalViews = ['notify', 'consent', 'export', 'close'] as const;
export type PersonalView = (typeof personalViews)[number];

const titles: Record<PersonalView, string> = {
  notify: words.notify,
  consent: words.consents,
  export: words.export,
  close: words.close,
};

/**
 * The user's rights over their data, each with its own view. `left`: the view that they come back
 * from.
 */
export function PersonalPanel({ left }: { left: string | undefined }) {
  return (
    <section className={css.panel} aria-labelledby="personal-title">
      <h2 id="personal-title">{words.title}</h2>
      <ul className={css.rows}>
        {personalViews.map((view) => (
          <li key={view}>
            <div>
              <strong>{titles[view]}</strong>
              <p>{words.hints[view]}</p>
            </div>
            <Button
              component={Link}
              to={`?view=${view}`}
              state={overlayState}
              variant="default"
              ref={left === view ? takeFocus : undefined}
            >
              {words.open[view]}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
