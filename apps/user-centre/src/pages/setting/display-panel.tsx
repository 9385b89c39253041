import { CareSwitch } from '@cme/shell';
import css from './frame/setting.module.css';
import { words } from './frame/setting.words.ts';

/** Display settings of this device. */
export function DisplayPanel() {
  return (
    <section className={css.panel} aria-labelledby="display-title">
      <h2 id="display-title">{words.display}</h2>
      <p>{words.displayHint}</p>
      <CareSwitch className={css.care} />
    </section>
  );
}
