/** The second shared module: inputs, dialogs, tabs. Only pages that need it load it. */
import './forms.css';
export {
  Checkbox,
  Fieldset,
  NativeSelect,
  PasswordInput,
  Radio,
  Switch,
  Tabs,
  Textarea,
  TextInput,
} from '@mantine/core';
export { isNotEmpty, matchesField, schemaResolver, useForm } from '@mantine/form';
export type { UseFormReturnType } from '@mantine/form';
export { AreaSelect } from './forms/area-select.tsx';
export { Drawer, Modal } from './forms/dialogs.tsx';
export { focusFirstWrong } from './forms/focus-wrong.ts';
export { confirmWidth, modalWidth } from './forms/widths.ts';
export { takeMobile } from './session/known-mobile.ts';
export { SignInForm } from './session/sign-in-form.tsx';
export { SmsCodeField } from './session/sms-code-field.tsx';
