/** A document as a section: its pages, and the reading time of each. */
export const guide = {
  folder: 'myopia-guide',
  title: '近视防控随访手册',
  pageSeconds: 15,
  pages: [
    {
      head: '一、建档：先知道从哪里开始',
      lines: [
        '裸眼视力、屈光度、眼轴长度、角膜曲率，四项一次测全。',
        '记录父母近视情况：双亲近视的孩子，每半年复查一次。',
        '六岁以前没有远视储备，是比视力下降更早的信号。',
      ],
    },
    {
      head: '二、随访：多久看一次，看什么',
      lines: [
        '远视储备不足：每半年一次；已近视：每三个月一次。',
        '一年屈光度变化超过0.75D，或眼轴增长超过0.3毫米，转诊。',
        '每次都问户外时间：每天两小时，白天、户外，缺一不可。',
      ],
    },
    {
      head: '三、沟通：对家长说清楚的三句话',
      lines: [
        '近视不能治愈，但可以控制；目标是慢下来，不是摘眼镜。',
        '散瞳验光是为了看到真实度数，六到八小时后恢复。',
        '足矫的眼镜不会加深近视，不戴才会。',
      ],
    },
  ],
} as const;

/** Questions of the first section of the same course. */
export const questions = [
  {
    stem: '预防近视，白天户外活动每天至少多长时间？',
    options: ['30分钟', '1小时', '2小时', '4小时'],
    answer: 'C',
    explain: '每天至少两小时的白天户外活动，是目前证据最充分的预防办法。',
  },
  {
    stem: '下列哪些是近视加深的危险信号？',
    options: ['一年眼轴增长超过0.3毫米', '每天户外两小时', '一年屈光度变化超过0.75D', '按时复查'],
    answer: 'AC',
    explain: '眼轴和屈光度变化过快都应转诊，由眼科医生评估控制方案。',
  },
] as const;
