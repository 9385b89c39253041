import type { DataOf } from '@cme/contract/base';
import type { wechatState } from '@cme/contract/person';
import { momentInWords } from '@cme/ui';
import { words } from '../frame/setting.words.ts';

type State = DataOf<typeof wechatState>;

/** Whether there is anything to manage: the site offers WeChat, or a binding remains. */
export const hasWechat = ({ bound, ways }: State) => bound === 'Y' || ways.length > 0;

/** When WeChat was bound, or empty. */
export const boundSince = ({ bound_at }: State) => (bound_at ? momentInWords(bound_at) : '');

export function boundWords(state: State): string {
  const since = boundSince(state);
  return words.bound + (since && words.boundSince(since));
}
