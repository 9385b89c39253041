/** What sign-in pages and settings are made of; bundled by the pages that import it. */
export { bindRecognised, startBinding } from './sign-in/bind-wechat.ts';
export { FactorStep } from './sign-in/factor-step.tsx';
export { SignInForm } from './sign-in/sign-in-form.tsx';
export { SmsCodeField } from './sign-in/sms-code-field.tsx';
export { takeTypedMobile } from './sign-in/typed-mobile.ts';
export { useAcceptSignIn } from './sign-in/use-accept-sign-in.ts';
