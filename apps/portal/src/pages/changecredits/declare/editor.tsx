import type { DeclareDetail, DeclareDraft } from '@cme/contract/credits';
import { Button, ErrorState, Icon, RowSkeletons } from '@cme/ui';
import { dayDigits } from '@cme/ui/dates';
import { Steps } from '@cme/ui/steps';
import { focusFirstError } from '@cme/ui/forms';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import shared from '../changecredits.module.css';
import css from './declare.module.css';
import { declareWords as words } from '../changecredits.words.ts';
import { kindsQuery } from '../exchange.queries.ts';
import { AmountBar } from './amount-bar.tsx';
import {
  type FieldErrors,
  readTyped,
  type TypedNumbers,
  findFieldErrors,
  type StepName,
  stepNames,
  findStepOfField,
  setKind,
} from './draft.rules.ts';
import { StepContent } from './step-content.tsx';
import { SaveNote } from './save-note.tsx';
import { useDraft } from './use-draft.ts';
import { useProofs } from './use-proofs.ts';
import { useSteps } from './use-steps.ts';
import { useSubmit } from './use-submit.ts';

interface Props {
  /** The saved draft; undefined for a new one. */
  saved: DeclareDetail | undefined;
  draft: DeclareDraft;
  years: readonly { year: number; until: string }[];
  onReload?: () => void;
}

/** The four steps; the current one is in the URL. */
export function Editor({ saved, draft: initial, years, onReload }: Props) {
  const { step, no, goStep, setNumber } = useSteps();
  const autosave = useDraft(initial, saved, setNumber);
  const { draft, change } = autosave;
  const kinds = useQuery(kindsQuery(draft.year));
  const kind = kinds.data?.list.find(({ kind_code }) => kind_code === draft.kind_code);
  const [errors, setErrors] = useState<FieldErrors>({});
  const proofs = useProofs(saved?.files ?? [], draft.files, (make) => {
    setErrors({});
    change((before) => ({ ...before, files: make(before.files) }));
  });
  const submission = useSubmit(autosave, proofs.isBusy, (field, message) => {
    setErrors({ [field]: message });
    goStep(findStepOfField(field));
  });
  const shownStep: StepName = kind ? step : 'kind';

  const editDraft = (part: Partial<DeclareDraft>) => {
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([key]) => !(key in part))),
    );
    change(part);
  };
  const { typed, type } = useTypedNumbers(editDraft, setErrors);
  const goToNext = () => {
    if (!kind) return;
    const found =
      shownStep === 'form' ? findFieldErrors(kind, draft, typed, dayDigits(Date.now())) : {};
    const file = shownStep === 'files' ? proofs.faultIn(kind, draft) : undefined;
    const all = file ? { files: file } : found;
    setErrors(all);
    if (Object.values(all).some(Boolean)) return void focusFirstError();
    void autosave.save();
    goStep(stepNames[stepNames.indexOf(shownStep) + 1] ?? 'confirm');
  };

  if (kinds.error && !kinds.data)
    return <ErrorState error={kinds.error} onRetry={() => void kinds.refetch()} />;
  if (!kinds.data) return <RowSkeletons count={6} height="5rem" />;
  return (
    <>
      <Steps steps={words.steps} current={stepNames.indexOf(shownStep)} label={words.stepsLabel} />
      {saved?.reason ? <Returned reason={saved.reason} /> : null}
      <SaveNote keeper={autosave} onReload={onReload} />
      <div className={css.step}>
        <StepTitle step={shownStep} />
        <StepContent
          step={shownStep}
          kinds={kinds.data.list}
          kind={kind}
          years={years}
          draft={draft}
          declareNo={no}
          proofs={proofs}
          errors={errors}
          typed={typed}
          onType={type}
          onChange={editDraft}
          onKind={(code) => {
            setErrors({});
            change((before) => setKind(before, code));
            goStep('form');
          }}
        />
      </div>
      <Failure text={submission.failure} />
      {kind && shownStep !== 'kind' ? (
        <AmountBar draft={draft} declareNo={no}>
          <WayOn
            step={shownStep}
            isBusy={submission.isBusy}
            onBack={() => goStep(stepNames[stepNames.indexOf(shownStep) - 1] ?? 'kind')}
            onNext={goToNext}
            onSubmit={() => void submission.submit()}
          />
        </AmountBar>
      ) : null}
    </>
  );
}

/** What is typed as a number stays as it is, with its error; the draft gets the number. */
function useTypedNumbers(
  editDraft: (part: Partial<DeclareDraft>) => void,
  setErrors: Dispatch<SetStateAction<FieldErrors>>,
) {
  const [typed, setTyped] = useState<TypedNumbers>({});
  const type = (key: 'quantity' | 'role_order', text: string) => {
    setTyped((before) => ({ ...before, [key]: text }));
    const { value, error } = readTyped(key, text);
    editDraft({ [key]: value });
    setErrors((before) => ({ ...before, [key]: error }));
  };
  return { typed, type };
}

function Failure({ text }: { text: string }) {
  return text ? (
    <p role="alert" className={shared.error}>
      {text}
    </p>
  ) : null;
}

/** The reason why it was returned. */
function Returned({ reason }: { reason: string }) {
  return (
    <p className={shared.returned} role="note">
      <Icon name="alert" />
      <span>
        <strong>{words.returned}</strong>
        {reason}
      </span>
    </p>
  );
}

function WayOn({
  step,
  isBusy,
  onBack,
  onNext,
  onSubmit,
}: {
  step: StepName;
  isBusy: boolean;
  onBack: () => void;
  onNext: () => void;
  onSubmit: () => void;
}) {
  return (
    <>
      <Button variant="default" onClick={onBack}>
        {words.back}
      </Button>
      {step === 'confirm' ? (
        <Button loading={isBusy} onClick={onSubmit}>
          {words.submit}
        </Button>
      ) : (
        <Button onClick={onNext}>{words.next}</Button>
      )}
    </>
  );
}

function StepTitle({ step }: { step: StepName }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) heading.current?.focus({ preventScroll: true });
    first.current = false;
  }, [step]);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {words.steps[stepNames.indexOf(step)]}
    </h2>
  );
}
