import { TextInput } from '@cme/ui/forms';

interface Props {
  label: string;
  description: string | undefined;
  error: string | undefined;
  /** As typed: what is no number stays on screen, with its error. */
  text: string;
  unit: string;
  isWhole: boolean;
  onType: (text: string) => void;
}

export const NumberField = ({ text, unit, isWhole, onType, ...field }: Props) => (
  <TextInput
    {...field}
    translate="no"
    autoComplete="off"
    inputMode={isWhole ? 'numeric' : 'decimal'}
    value={text}
    rightSection={<span aria-hidden="true">{unit}</span>}
    rightSectionWidth={48}
    onChange={(event) => onType(event.currentTarget.value)}
  />
);
