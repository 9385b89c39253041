/** Texts of this app. */
export const words = {
  back: '返回课程',
  rules: '学习规则',
  ruleLines: [
    '首次学习不可拖动到未看过的位置，可以往回看；学完后可自由拖动和倍速播放。',
    '离开页面时播放会暂停，同一账号只能有一个页面在学习。',
    '较长的小节会请您确认一次仍在学习，或回答一道课堂提问，慢一点没有关系，不影响成绩。',
    '文档可按任意顺序翻页，每一页读够规定时间后本节才算学完。',
    '网络断开时可继续观看，5 分钟内恢复会自动补记。',
  ],
  noSkipping: '首次学习禁止快进',
  rateLimited: '首次学习请使用正常速度',
  resume: (time: string, all: string) => `上次学到 ${time}，共 ${all}`,
  length: (time: string) => `时长 ${time}`,
  placeOf: (no: number, all: number) => `第 ${no} 节，共 ${all} 节`,
  picture: '视频',
  captions: '中文',
  continuePlay: '继续播放',
  restart: '从头播放',
  preparing: '正在准备…',
  startPlay: '开始播放',
  rate: '倍速',
  outline: '目录',
  homework: '作业',
  document: '文档',
  marks: {
    locked: '未解锁',
    not_started: '未学习',
    studying: '学习中',
    finished: '已完成',
  } as Record<string, string>,
  checkTitle: '学习确认',
  checkText: '您还在学习吗？点击“继续学习”后接着播放。',
  goOn: '继续学习',
  movedTitle: '已在别处学习',
  moved: '您已在其他设备或页面学习，本页面已暂停。',
  takeOver: '在本页继续学习',
  lapsedTitle: '学习已中断',
  lapsed: '离开时间较长，本次学习已暂停。已记录的进度不会丢失，可从上次位置继续。',
  again: '重试',
  loadFailed: '加载失败',
  close: '关闭',
  offline: '网络已断开，恢复后会自动补记学习进度',
  dropped: '离线已超过 5 分钟，超出的部分无法补记',
  capped: '今天计入的学习时长已达上限，可继续观看，但不再计时',
  sectionDone: '本节已学完',
  sectionLeft: '本节还没有学完',
  studyRest: '学习未学部分',
  nextSection: '播放下一节',
  allDone: '恭喜您学完最后一节',
  toCourses: '查看我的课程',
  studyDone: '全部必修小节已学完',
  nextSteps: { exam: '参加考试', survey: '填写问卷' },
  examNow: { can_resume: '继续考试', reviewing: '查看考试' } as Record<string, string>,
  examFrom: (moment: string) => `${moment} 后可参加考试`,
  examAgainFrom: (moment: string) => `${moment} 后可再次考试`,
  reward: '本次获得',
  credits: '学分',
  hours: '学时',
  gained: (gain: number, name: string) => `+${gain} ${name}`,
  yearOf: (year: number, name: string) => `${year}年${name}`,
  courseSteps: '学习进程',
  steps: { study: '学习', exam: '考试', survey: '问卷', certificate: '证书' } as Record<
    string,
    string
  >,
  stepStates: { done: '已完成', now: '进行中', later: '未开始', failed: '次数已用完' } as Record<
    string,
    string
  >,
  notOwned: '您还没有加入这门课程',
  notOwnedHint: '加入或购买课程后即可学习、考试和填写问卷。',
  goneHint: '链接可能已经失效，请从下面的页面重新进入。',
  toMyExams: '我的考试',
  toItem: '去看课程介绍',
  suspended: '退款申请处理中，学习已暂停',
  suspendedHint: '撤回退款申请后即可继续学习，已有的进度都会保留。',
  suspendedApproved: '该课程正在退款，不能继续学习。',
  toOrder: '查看订单',
  mediaFailed: '视频加载失败',
  noSection: '这门课程暂时没有可以学习的视频，上线后即可开始学习',
  left: (time: string) => `还需 ${time}`,
  rest: '您已连续学习 1 小时，起来活动一下吧',
} as const;

/** 59 → 0:59, 754 → 12:34, 3754 → 1:02:34; like the media controls. */
export function formatClock(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  const twoDigits = (part: number) => String(part % 60).padStart(2, '0');
  const minutes = Math.floor(wholeSeconds / 60);
  const hours = Math.floor(minutes / 60);
  const start = hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes;
  return `${start}:${twoDigits(wholeSeconds)}`;
}
