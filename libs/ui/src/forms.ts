/** The second shared module: inputs, tabs and dialogs. Loaded only by pages that need it. */
import './forms/mantine.css';
export {
  Alert,
  Checkbox,
  Fieldset,
  NativeSelect,
  PasswordInput,
  Radio,
  Stack,
  Switch,
  Tabs,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
export { useForm } from '@mantine/form';
export type { UseFormReturnType } from '@mantine/form';
export { useDebouncedValue } from '@mantine/hooks';
export { AreaSelect } from './forms/area-select.tsx';
export { Drawer, Modal } from './forms/dialogs.tsx';
export { confirmFault, fieldErrors, type FieldErrors, valueError } from './forms/field-errors.ts';
export { focusFirstError } from './forms/focus-first-error.ts';
export {
  CodeField,
  EmailField,
  LongText,
  MobileField,
  NameField,
  NewPasswordField,
  NumberLine,
  PasswordField,
} from './forms/typed-fields.tsx';
export { useSubmission } from './forms/use-submission.ts';
export { confirmWidth, modalWidth } from './forms/widths.ts';
