import { formatMinute } from '../../../platform/http/format-time.ts';
import type { FrozenPaper } from './paper.rules.ts';
import { questionCount } from './paper.rules.ts';
import { questionKinds } from './question-kinds.ts';

/** What a learner must know before the start, one sentence each. */
export function describeRules(frozen: FrozenPaper, paper: { close_at: Date | null }): string[] {
  const { policy, rules } = frozen;
  const chances =
    policy.max_attempts === 1
      ? '只有1次考试机会。'
      : `共有${policy.max_attempts}次考试机会（含补考），成绩取最高分。`;
  return [
    `本次考试共${questionCount(frozen)}题，满分${policy.total}分，${policy.pass}分合格。`,
    `考试时长${policy.duration_min}分钟，自开始考试起连续计时，退出、断网均不停表，到时由系统自动交卷。`,
    ...(paper.close_at
      ? [`考试于${formatMinute(paper.close_at)}关闭，届时尚未交卷的，以关闭时间为截止时间。`]
      : []),
    `${chances}${policy.max_attempts > 2 && policy.cooldown_min > 0 ? `第一次补考可随时参加，之后须间隔${spanWords(policy.cooldown_min)}。` : ''}`,
    '答案随时自动保存；中途退出可在截止时间前继续作答，同一时间只能在一个设备或页面作答。',
    ...(policy.min_seconds > 0
      ? [`开考满${Math.ceil(policy.min_seconds / 60)}分钟后方可交卷。`]
      : []),
    policy.switch_enforced === 'Y'
      ? `考试中切换页面超过${policy.switch_limit}次，系统将自动交卷。`
      : '考试中请勿离开考试页面，切换次数将被记录。',
    ...(rules.some(({ type }) => questionKinds[type].isGradedByHand)
      ? ['本卷含简答题，由阅卷老师评阅后公布成绩。']
      : []),
    describeAnalysisMode(policy.analysis_mode),
  ];
}

/** `2天`, `1小时30分钟`: a readable duration. */
function spanWords(minutes: number): string {
  const parts = [
    [Math.floor(minutes / 1440), '天'],
    [Math.floor((minutes % 1440) / 60), '小时'],
    [minutes % 60, '分钟'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join('');
}

function describeAnalysisMode(mode: string): string {
  switch (mode) {
    case 'always':
      return '交卷后即可查看答案解析。';
    case 'after_close':
      return '考试关闭后可查看答案解析。';
    case 'never':
      return '本次考试不公布答案解析。';
    default:
      return '通过考试或考试次数用完后，可查看答案解析。';
  }
}
