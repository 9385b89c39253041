import { Checkbox } from '@cme/ui/forms';
import type { RefObject } from 'react';
import { confirmWords as words } from './confirm.words.ts';
import css from './agreement.module.css';
import { Terms } from './terms.tsx';

interface Props {
  isAgreed: boolean;
  /** Submitting was attempted without it. */
  isMissing: boolean;
  onChange: (isAgreed: boolean) => void;
  box: RefObject<HTMLInputElement | null>;
}

/** The checkbox for the terms, never checked by default. */
export function Agreement({ isAgreed, isMissing, onChange, box }: Props) {
  return (
    <div className={css.agreement}>
      <div className={css.agree}>
        <Checkbox
          ref={box}
          label={words.agree}
          checked={isAgreed}
          error={isMissing}
          aria-required
          aria-describedby={isMissing ? 'agree-error' : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <Terms />
      </div>
      {isMissing ? (
        <p id="agree-error" role="alert" className={css.fieldError}>
          {words.agreeFirst}
        </p>
      ) : null}
    </div>
  );
}
