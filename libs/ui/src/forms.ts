/** The second shared module: inputs and everything that floats. Only pages that need it load it. */
export {
  Accordion,
  Checkbox,
  CloseButton,
  Collapse,
  Drawer,
  Fieldset,
  FileButton,
  Input,
  LoadingOverlay,
  Menu,
  Modal,
  NativeSelect,
  NumberInput,
  PasswordInput,
  PinInput,
  Popover,
  Radio,
  Rating,
  ScrollArea,
  SegmentedControl,
  Select,
  Switch,
  Table,
  Tabs,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core';
export { isNotEmpty, matchesField, schemaResolver, useForm } from '@mantine/form';
export type { UseFormReturnType } from '@mantine/form';
export { AreaSelect } from './forms/area-select.tsx';
export { confirmWidth, modalWidth } from './forms/widths.ts';
export { takeMobile } from './session/known-mobile.ts';
export { SignInForm } from './session/sign-in-form.tsx';
export { SmsCodeField } from './session/sms-code-field.tsx';
