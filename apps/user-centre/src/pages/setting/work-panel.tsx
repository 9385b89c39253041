import { Button, useUserInfo } from '@cme/ui';
import { Link } from '@cme/ui/router';
import { takeFocus } from '@cme/ui/take-focus';
import { overlayState } from '../../components/use-overlay.ts';
import { factWords, unitFactWords } from './facts/facts.words.ts';
import css from './setting.module.css';

export const workViews = ['facts', 'unit_facts'] as const;
export type WorkView = (typeof workViews)[number];

const texts = { facts: factWords, unit_facts: unitFactWords } as const;

/** Facts about the user's work, and for administrators of a unit those of its people. `left`: the
 * view that the user comes back from. */
export function WorkPanel({ left }: { left: string | undefined }) {
  const { user } = useUserInfo();
  const views = workViews.filter((view) => view === 'facts' || user?.roles.includes('unit_admin'));
  return (
    <section className={css.panel} aria-labelledby="work-title">
      <h2 id="work-title">{factWords.title}</h2>
      <ul className={css.rows}>
        {views.map((view) => (
          <li key={view}>
            <div>
              {view === 'facts' ? null : <strong>{texts[view].title}</strong>}
              <p>{texts[view].hint}</p>
            </div>
            <Button
              component={Link}
              to={`?view=${view}`}
              state={overlayState}
              variant="default"
              ref={left === view ? takeFocus : undefined}
            >
              {texts[view].open}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
