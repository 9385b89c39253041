import type { FileRef } from '@cme/contract/person';
import { FileField } from '@cme/shell/file-field';
import { type ComponentProps, type ReactNode, useState } from 'react';

interface Props extends Omit<ComponentProps<typeof FileField>, 'value' | 'error' | 'required'> {
  /** As the form has it. */
  error: ReactNode;
}

/** The files that a form requires; the form itself keeps them for submitting. */
export function FormFiles({ error, onChange, ...field }: Props) {
  const [files, setFiles] = useState<FileRef[]>([]);
  return (
    <FileField
      {...field}
      required
      value={files}
      error={typeof error === 'string' ? error : undefined}
      onChange={(next) => {
        setFiles(next);
        onChange(next);
      }}
    />
  );
}
