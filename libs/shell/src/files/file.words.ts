import { type FileKind, fileKinds } from '@cme/contract/person';

const mega = 1024 * 1024;

/** Texts of the file field, loaded with the pages that have one. */
export const fileWords = {
  choose: '选择文件',
  photo: '拍照上传',
  drop: '或将文件拖到此处',
  limits: (kind: FileKind, max: number, isEachTime: boolean) =>
    `支持 ${fileKinds[kind].formats.join('、')}，单个不超过 ${fileKinds[kind].most / mega} MB，${isEachTime ? '每次' : ''}最多 ${max} 个`,
  list: '已选文件',
  pause: '暂停',
  resume: '继续',
  retry: '重试',
  remove: '删除',
  again: '重新选择文件继续',
  of: (action: string, name: string) => `${action} ${name}`,
  progress: (name: string) => `${name} 上传进度`,
  waiting: '等待上传',
  sending: (percent: number) => `上传中 ${percent}%`,
  paused: (percent: number) => `已暂停 ${percent}%`,
  lost: (percent: number) => `上次传到 ${percent}%，请重新选择同一文件继续`,
  checking: '正在检查文件…',
  ready: '上传完成',
  refused: '未通过',
  failed: '上传失败',
  offline: '网络已断开，恢复后自动继续',
  empty: '文件是空的，请重新选择',
  format: (kind: FileKind) => `只支持 ${fileKinds[kind].formats.join('、')} 文件`,
  tooMany: (max: number) => `最多上传${max}个文件`,
  announcements: {
    sending: (name: string) => `${name} 开始上传`,
    ready: (name: string) => `${name} 上传完成`,
    paused: (name: string) => `${name} 已暂停`,
    trouble: (name: string, reason: string) => `${name} ${reason}`,
    removed: (name: string) => `${name} 已删除`,
  },
} as const;

export function formatSize(bytes: number): string {
  if (bytes < mega) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  return `${(bytes / mega).toFixed(1)} MB`;
}
