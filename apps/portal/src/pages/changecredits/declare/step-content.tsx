import type { DeclareDraft, ExchangeKind } from '@cme/contract';
import { ConfirmStep } from './confirm-step.tsx';
import type { FieldFaults, StepName } from './draft.rules.ts';
import { FieldsStep } from './fields-step.tsx';
import { FilesStep } from './files-step.tsx';
import { KindStep } from './kind-step.tsx';
import type { Proofs } from './use-proofs.ts';

interface Props {
  step: StepName;
  kinds: readonly ExchangeKind[];
  kind: ExchangeKind | undefined;
  years: readonly { year: number; until: string }[];
  draft: DeclareDraft;
  declareNo: string | undefined;
  proofs: Proofs;
  faults: FieldFaults;
  onChange: (part: Partial<DeclareDraft>) => void;
  onKind: (code: string) => void;
}

/** What the step asks; the first one while no kind is chosen. */
export function StepContent({
  step,
  kinds,
  kind,
  years,
  draft,
  declareNo,
  proofs,
  faults,
  ...on
}: Props) {
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
    return <FilesStep kind={kind} declareNo={declareNo} proofs={proofs} fault={faults['files']} />;
  return <ConfirmStep kind={kind} draft={draft} />;
}
