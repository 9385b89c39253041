import { isCallError, send } from '@cme/commons/api-client';
import { toast } from '@cme/ui';
import { changeSign, currentSign } from './sign.atoms.ts';
import { words } from './sign-in.words.ts';

const wechatBind = async () => (await import('@cme/contract/person/wechat')).wechatBind;

/**
 * WeChat has identified a user without an account: the next sign-in or registration on this page
 * binds it.
 */
export function startBinding(bindTicket: string): void {
  changeSign({ bindShow: true, opt: { ...currentSign().opt, bindTicket } });
}

/** Signs in without binding WeChat. */
export function stopBinding(): void {
  const { bindTicket: _, ...opt } = currentSign().opt;
  changeSign({ bindShow: false, opt });
}

/**
 * Binds the pending WeChat identity to the user who has just signed in. A failure is shown but
 * does not end the session.
 */
export async function bindRecognised(): Promise<void> {
  const { bindShow, opt } = currentSign();
  const { bindTicket, ...rest } = opt;
  if (!bindShow || !bindTicket) return;
  changeSign({ bindShow: false, opt: rest });
  try {
    await send(wechatBind, { bind_ticket: bindTicket });
    toast.success(words.bound);
  } catch (error) {
    if (!isCallError(error)) throw error;
    toast.error(error.message);
  }
}
