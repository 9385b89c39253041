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

/**
 * Content of the current step. Proofs stay mounted while hidden, so that uploads continue and are
 * known on submit.
 */
export function StepContent(props: Props) {
  const { step, kind, declareNo, proofs, faults } = props;
  if (!kind) return <Asked {...props} step="kind" />;
  return (
    <>
      <Asked {...props} />
      <div hidden={step !== 'files'}>
        <FilesStep
          key={kind.kind_code}
          kind={kind}
          declareNo={declareNo}
          proofs={proofs}
          fault={faults['files']}
        />
      </div>
    </>
  );
}

function Asked({ step, kinds, kind, years, draft, faults, onChange, onKind }: Props) {
  if (step === 'kind')
    return (
      <KindStep
        kinds={kinds}
        years={years}
        draft={draft}
        fault={faults['kind_code'] ?? faults['year']}
        onYear={(year) => onChange({ year })}
        onKind={onKind}
      />
    );
  if (!kind || step === 'files') return null;
  if (step === 'form')
    return <FieldsStep kind={kind} draft={draft} faults={faults} onChange={onChange} />;
  return <ConfirmStep kind={kind} draft={draft} />;
}
