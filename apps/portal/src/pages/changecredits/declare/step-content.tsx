import type { DeclareDraft, ExchangeKind } from '@cme/contract';
import { ConfirmStep } from './confirm-step.tsx';
import type { FieldFaults, StepName } from './draft.rules.ts';
import { FieldsStep } from './fields-step.tsx';
import { FilesStep } from './files-step.tsx';
import { KindStep } from './kind-step.tsx';
import type { KnownFile } from './use-proofs.ts';

interface Props {
  step: StepName;
  kinds: readonly ExchangeKind[];
  kind: ExchangeKind | undefined;
  years: readonly { year: number; until: string }[];
  draft: DeclareDraft;
  names: readonly KnownFile[];
  faults: FieldFaults;
  onChange: (part: Partial<DeclareDraft>) => void;
  onKind: (code: string) => void;
  onFiles: (make: (before: DeclareDraft['files']) => DeclareDraft['files']) => void;
}

/** What the step asks; the first one while no kind is chosen. */
export function StepContent({ step, kinds, kind, years, draft, names, faults, ...on }: Props) {
  if (!kind || step === 'kind')
    return (
      <KindStep
        kinds={kinds}
        years={years}
        draft={draft}
        fault={faults['kind_code'] ?? faults['year']}
        onYear={(year) => on.onChange({ year })}
        onKind={on.onKind}
      />
    );
  if (step === 'form')
    return <FieldsStep kind={kind} draft={draft} faults={faults} onChange={on.onChange} />;
  if (step === 'files')
    return (
      <FilesStep
        kind={kind}
        draft={draft}
        names={names}
        fault={faults['files']}
        onFiles={on.onFiles}
      />
    );
  return <ConfirmStep kind={kind} draft={draft} />;
}
