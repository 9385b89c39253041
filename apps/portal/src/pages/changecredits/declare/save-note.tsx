import { Button, Icon } from '@cme/ui';
import shared from '../changecredits.module.css';
import css from './declare.module.css';
import { declareWords as words } from '../changecredits.words.ts';
import type { DraftAutosave } from './use-draft.ts';

/** Save status of the draft. */
export function SaveNote({
  keeper: { state, failure },
  onReload,
}: {
  keeper: Pick<DraftAutosave, 'state' | 'failure'>;
  onReload: (() => void) | undefined;
}) {
  if (state === 'stale')
    return (
      <div role="alert" className={css.stale}>
        <span>{words.stale}</span>
        <Button variant="default" onClick={onReload ?? (() => window.location.reload())}>
          {words.reload}
        </Button>
      </div>
    );
  if (state === 'refused')
    return (
      <p role="alert" className={shared.error}>
        {failure}
      </p>
    );
  return (
    <p role="status" className={css.saveNote} data-state={state}>
      {state === 'saved' ? (
        <>
          <Icon name="check" size={16} />
          {words.saved}
        </>
      ) : null}
      {state === 'saving' ? words.saving : null}
      {state === 'failed' ? words.failed : null}
    </p>
  );
}
