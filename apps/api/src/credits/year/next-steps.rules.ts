import type { Evaluation } from '../credits/year.rules.ts';

export interface Waiting {
  /** Courses in progress. */
  study: number;
  exam: number;
  survey: number;
}
export interface NextStep {
  text: string;
  to: string;
}

/** The learner's next steps, most useful first. A past year can only be completed by
 * declarations. */
export function nextSteps(
  { needs, year_status }: Evaluation,
  year: { isRunning: boolean; canDeclare: boolean; annual: string },
  waiting: Waiting,
): NextStep[] {
  if (year_status === 'met')
    return [
      {
        text: year.annual ? '本年度已达标，查看年度合格证书' : '本年度已达标，可以申请年度合格证书',
        to: 'mycertificate',
      },
    ];
  const steps: NextStep[] = [];
  const add = (is: boolean, to: string, text: string) => is && steps.push({ text, to });
  const getMissing = (key: string) => needs.find((need) => need.key === key)?.missing ?? 0;
  if (year.isRunning) {
    add(waiting.exam > 0, 'myexam', `${waiting.exam}门课程学完待考试，考试合格即授予学时学分`);
    add(waiting.survey > 0, 'learn', `${waiting.survey}门课程待评价，提交评价即授予学时学分`);
    add(waiting.study > 0, 'learn', `继续学习${waiting.study}门未完成的课程`);
    add(
      getMissing('public') > 0,
      'publicneed',
      `公需科目还差${getMissing('public')}学时，去选公需科目课程`,
    );
    add(
      getMissing('pro') > 0,
      'profession',
      `专业科目还差${getMissing('pro')}学时，去选专业科目课程`,
    );
    add(
      getMissing('public') + getMissing('pro') === 0 && getMissing('hours') > 0,
      'profession',
      `总学时还差${getMissing('hours')}学时，去选课程`,
    );
  }
  add(
    year.canDeclare && getMissing('credits') > 0,
    'changecredits',
    `学分还差${getMissing('credits')}分，进修、学术活动等可以申报学分`,
  );
  return steps;
}
