import { words } from '@cme/contract/base';
import { RefusalError } from '../../../platform/http/refusal.ts';

/** Another person's play is indistinguishable from one that does not exist. */
export const unknownPlay = () =>
  new RefusalError(404, '没有找到正在进行的学习，请重新打开课程', 'not_found');
export const needLogin = () => new RefusalError(401, words.loginFirst, 'need_login');
export const moved = () =>
  new RefusalError(409, '您已在其他设备或页面学习，本页面已暂停', 'play_moved');
export const elsewhere = () =>
  new RefusalError(409, '您正在其他设备或页面学习，请先结束或选择在此处继续', 'play_moved');
export const lapsed = () => new RefusalError(410, '学习已中断，请重新进入', 'play_lapsed');
export const checkOpen = () => new RefusalError(423, '请先完成学习确认', 'check_open');
export const noCourse = () => new RefusalError(404, '没有找到该课程', 'not_found');
export const notPlayable = () =>
  new RefusalError(400, '课程已过期或已取消，不能继续学习', 'not_owned');
export const noVideo = () =>
  new RefusalError(400, '该小节的视频尚在准备，敬请期待', 'section_locked');
export const sectionLocked = () => new RefusalError(400, '请先完成前面的小节', 'section_locked');
export const noSection = () => new RefusalError(404, '没有找到该小节', 'not_found');
