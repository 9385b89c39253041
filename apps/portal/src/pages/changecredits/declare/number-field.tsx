import { TextInput } from '@cme/ui/forms';
import { useState } from 'react';

interface Props {
  label: string;
  inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[];
  description: string | undefined;
  error: string | undefined;
  value: number;
  unit: string;
  isWhole: boolean;
  onNumber: (value: number) => void;
}

/** Number input. An incomplete number stays on screen and counts as 0. */
export function NumberField({ value, unit, isWhole, onNumber, ...field }: Props) {
  const [text, setText] = useState(value > 0 ? String(value) : '');
  const onType = (typed: string) => {
    const digits = typed.replaceAll(isWhole ? /\D/g : /[^\d.]/g, '').slice(0, 7);
    setText(digits);
    const number = Number(digits);
    onNumber(Number.isFinite(number) && number <= 9999 ? number : 0);
  };
  return (
    <TextInput
      {...field}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      value={text}
      rightSection={<span aria-hidden="true">{unit}</span>}
      rightSectionWidth={48}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}
