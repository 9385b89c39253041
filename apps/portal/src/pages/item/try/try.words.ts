/** Texts of the trial. */
export const tryWords = {
  title: (course: string) => `免费试看：${course}`,
  head: '免费试看',
  length: (seconds: string, whole: string) => `试看前 ${seconds}，本节共 ${whole}`,
  sections: '可试看的小节',
  video: '试看视频',
  noCount: '试看不计入学习进度和学时。',
  over: '试看结束',
  overText: '购买后可观看全部内容，学习进度与学时随之记录。',
  again: '再看一次',
  broken: '视频未能播放',
  brokenHint: '请检查网络后重试。',
  retry: '重试',
  owned: '您已拥有这门课程，可以直接学习。',
  toStudy: '去学习',
  back: '返回课程',
} as const;
