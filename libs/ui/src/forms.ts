/** The second shared module: inputs, dialogs, tabs. Loaded only by pages that need it. */
import './forms/mantine.css';
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
export { useForm } from '@mantine/form';
export type { UseFormReturnType } from '@mantine/form';
export { AreaSelect } from './forms/area-select.tsx';
export { Drawer, Modal } from './forms/dialogs.tsx';
export { confirmFault, fieldErrors, type FieldErrors, valueError } from './forms/field-errors.ts';
export { focusFirstError } from './forms/focus-first-error.ts';
export { areasQuery, UnitField, type UnitValue } from '../../shell/src/units/unit-field.tsx';
export { ProfileFields, useProfileForm } from '../../shell/src/profile/profile-fields.tsx';
export { useSubmission } from './forms/use-submission.ts';
export { confirmWidth, modalWidth } from './forms/widths.ts';
export { takeTypedMobile } from '../../shell/src/sign-in/typed-mobile.ts';
export { bindRecognised, startBinding } from '../../shell/src/sign-in/bind-wechat.ts';
export { SignInForm } from '../../shell/src/sign-in/sign-in-form.tsx';
export { FactorStep } from '../../shell/src/sign-in/factor-step.tsx';
export { SmsCodeField } from '../../shell/src/sign-in/sms-code-field.tsx';
export { useAcceptSignIn } from '../../shell/src/sign-in/use-accept-sign-in.ts';
