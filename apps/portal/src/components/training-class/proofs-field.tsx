import { type FileRef, factProofs } from '@cme/contract/person';
import { FileField } from '@cme/shell/file-field';
import { classWords as words } from './class.words.ts';
import css from './training-class.module.css';

interface Props {
  /** Names of the facts to prove. */
  names: readonly string[];
  value: readonly FileRef[];
  onChange: (files: FileRef[]) => void;
  onBusy: (isBusy: boolean) => void;
}

/** Proofs of what the class requires and nobody has verified. */
export const ProofsField = ({ names, ...props }: Props) => (
  <div className={css.proofs}>
    <FileField
      label={words.proofs(names)}
      hint={words.proofsHint}
      kind="proof"
      name="class-proof"
      most={factProofs}
      required
      {...props}
    />
  </div>
);
