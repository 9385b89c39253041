import { isCallFailed, send } from '@cme/commons/api-client';
import { toast } from '../toast/toast.ts';
import { changeSign, currentSign } from './sign.atoms.ts';
import { words } from './sign-in.words.ts';

const wechatBind = async () => (await import('@cme/contract/person/wechat')).wechatBind;

/** WeChat has said who it is and no account is theirs: whoever signs in or registers next on this
 * page binds it. */
export function startBinding(bindTicket: string): void {
  changeSign({ bindShow: true, opt: { ...currentSign().opt, bindTicket } });
}

/** Whoever would rather sign in without WeChat. */
export function stopBinding(): void {
  const { bindTicket: _, ...opt } = currentSign().opt;
  changeSign({ bindShow: false, opt });
}

/** Binds what waits to be bound to whoever has just signed in. A refusal is told, and signs nobody
 * out. */
export async function bindRecognised(): Promise<void> {
  const { bindShow, opt } = currentSign();
  const { bindTicket, ...rest } = opt;
  if (!bindShow || !bindTicket) return;
  changeSign({ bindShow: false, opt: rest });
  try {
    await send(wechatBind, { bind_ticket: bindTicket });
    toast.success(words.bound);
  } catch (error) {
    if (!isCallFailed(error)) throw error;
    toast.error(error.message);
  }
}
