import { Icon } from '@cme/ui';
import { PageTitle } from '@cme/shell';
import { useLocation } from '@cme/ui/router';
import type { ReactNode } from 'react';
import { isOverlayStep, useCloseOverlay } from '../../../components/use-overlay.ts';
import css from './setting.module.css';
import { words } from './setting.words.ts';
import { takeFocus } from '@cme/ui/take-focus';

/** A view of the settings that replaces the sections, with a back link. */
export function ViewFrame({ title, children }: { title: string; children: ReactNode }) {
  const close = useCloseOverlay('view');
  const { state } = useLocation();
  return (
    <div className={css.page}>
      <PageTitle name={title} />
      <button type="button" className={css.back} onClick={close}>
        <Icon name="left" size={18} />
        {words.back}
      </button>
      <h1 tabIndex={-1} ref={isOverlayStep(state) ? takeFocus : undefined}>
        {title}
      </h1>
      <section className={css.panel}>{children}</section>
    </div>
  );
}
