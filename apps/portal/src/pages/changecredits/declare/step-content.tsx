import type { DeclareDraft, ExchangeKind } from '@cme/contract/credits';
import { ConfirmStep } from './confirm-step.tsx';
import type { FieldErrors, StepName, TypedNumbers } from './draft.rules.ts';
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
  errors: FieldErrors;
  typed: TypedNumbers;
  onType: (key: 'quantity' | 'role_order', text: string) => void;
  onChange: (part: Partial<DeclareDraft>) => void;
  onKind: (code: string) => void;
}

/**
 * Content of the current step. Proofs stay mounted while hidden, so that uploads continue and are
 * known on submit.
 */
export function StepContent(props: Props) {
  const { step, kind, declareNo, proofs, errors } = props;
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
          error={errors['files']}
        />
      </div>
    </>
  );
}

function Asked(props: Props) {
  const { step, kinds, kind, years, draft, errors, onChange, onKind } = props;
  if (step === 'kind')
    return (
      <KindStep
        kinds={kinds}
        years={years}
        draft={draft}
        error={errors['kind_code'] ?? errors['year']}
        onYear={(year) => onChange({ year })}
        onKind={onKind}
      />
    );
  if (!kind || step === 'files') return null;
  if (step === 'form') return <FieldsStep {...props} kind={kind} />;
  return <ConfirmStep kind={kind} draft={draft} />;
}
