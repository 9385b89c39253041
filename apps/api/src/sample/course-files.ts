/** Files beside courses of the main site; drawn by `tools/media/sample-files.ts`. */
export interface SampleFile {
  course: string;
  /** Name of the file under `apps/api/media/files/`. */
  file: string;
  title: string;
  lines: string[];
}

export const courseFiles: readonly SampleFile[] = [
  {
    course: 'hand-hygiene-pro',
    file: 'hand-hygiene-record.pdf',
    title: '手卫生督导记录表',
    lines: [
      '病区：________  日期：________  督导员：________',
      '接触患者前  应做 ____ 次  实做 ____ 次',
      '清洁、无菌操作前  应做 ____ 次  实做 ____ 次',
      '体液暴露后  应做 ____ 次  实做 ____ 次',
      '接触患者后  应做 ____ 次  实做 ____ 次',
      '接触患者周围环境后  应做 ____ 次  实做 ____ 次',
    ],
  },
  {
    course: 'hand-hygiene-pro',
    file: 'feedback-words.pdf',
    title: '当场反馈的三句话',
    lines: ['我看到您刚才……', '这个时刻需要……', '下一次我们可以……'],
  },
  {
    course: 'hand-hygiene',
    file: 'seven-steps.pdf',
    title: '七步洗手法',
    lines: [
      '内：掌心相对揉搓',
      '外：手心对手背，手指交叉',
      '夹：掌心相对，手指交叉',
      '弓：弯曲手指关节，在掌心揉搓',
      '大：握住大拇指旋转揉搓',
      '立：指尖并拢，在掌心揉搓',
      '腕：旋转揉搓手腕',
    ],
  },
  {
    course: 'bls',
    file: 'bls-card.pdf',
    title: '成人基本生命支持流程卡',
    lines: [
      '判断环境安全',
      '判断反应与呼吸',
      '呼救，取除颤仪',
      '胸外按压三十次，深五至六厘米',
      '开放气道，人工呼吸两次',
      '除颤仪到位，立即分析心律',
    ],
  },
  {
    course: 'hypertension-clinic',
    file: 'home-pressure.pdf',
    title: '家庭血压记录表',
    lines: [
      '日期 ________  早 ____ / ____  晚 ____ / ____  备注 ________',
      '连续测量七天，取后六天平均值',
    ],
  },
];
