import { samplePage, writeBlock } from '@cme/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleCourse } from '../../components/course.sample.ts';
import { getNextStep } from './next-step.ts';

const from = Date.UTC(2026, 10, 24, 4, 49);
const exam = '/player/C1/exam/online';

beforeEach(() => writeBlock(samplePage()));

describe('the next step after study', () => {
  it.each([
    ['nothing left', {}, undefined],
    ['an exam', { exam_open: 'Y', exam_action: 'can_start' }, ['参加考试', exam, false]],
    [
      'an attempt in progress',
      { exam_open: 'Y', exam_action: 'can_resume' },
      ['继续考试', exam, false],
    ],
    [
      'an attempt being graded',
      { exam_open: 'Y', exam_action: 'reviewing' },
      ['查看考试', exam, false],
    ],
    [
      'an exam that opens later',
      { exam_open: 'Y', exam_action: 'not_open', exam_from_ms: from },
      ['11月24日 12:49 后可参加考试', exam, true],
    ],
    [
      'an exam in cooldown',
      { exam_open: 'Y', exam_action: 'cooling', exam_from_ms: from },
      ['11月24日 12:49 后可再次考试', exam, true],
    ],
    ['a survey', { survey_id: 'S1' }, ['填写问卷', '/player/C1/survey/S1', false]],
    [
      'exam and survey: the exam first',
      { exam_open: 'Y', survey_id: 'S1' },
      ['参加考试', exam, false],
    ],
  ] as const)('%s', (_, change, expected) => {
    const nextStep = getNextStep(sampleCourse([], change));
    if (!expected) return expect(nextStep).toBeUndefined();
    const [name, path, isLater] = expected;
    expect(nextStep).toEqual({ name, to: expect.stringContaining(path), isLater });
  });
});
