import { describe, expect, it } from 'vitest';
import { faultsBeforePublishing, paragraphs, parseTimetable } from './edit.rules.ts';

const lesson = { day: '2026-03-02', from: '09:00', to: '11:30', title: '心肺复苏' };

describe('a timetable', () => {
  it('is sorted by lesson, with defaults filled in', () => {
    const written = [
      { ...lesson, day: '2026-03-03' },
      { ...lesson, from: '14:00', to: '16:00', hours: 3 },
      lesson,
    ];
    expect(parseTimetable(JSON.stringify(written))).toEqual([
      { ...lesson, teacher: '', place: '', hours: 0 },
      { ...lesson, from: '14:00', to: '16:00', teacher: '', place: '', hours: 3 },
      { ...lesson, day: '2026-03-03', teacher: '', place: '', hours: 0 },
    ]);
  });

  it.each([
    ['what is no JSON', '{', '课程表应为 JSON'],
    ['nothing', '[]', '课程表没有课'],
    ['a day that is none', [lesson, { ...lesson, day: '2026-02-30' }], '第2节课 day 日期应为'],
    ['an hour that is none', [{ ...lesson, from: '25:00' }], '第1节课 from 时间应为 HH:mm'],
    ['an end before its begin', [{ ...lesson, to: '08:00' }], '下课时间应晚于上课时间'],
    ['a lesson without a name', [{ ...lesson, title: '' }], '第1节课 title'],
    ['more hours than a day has', [{ ...lesson, hours: 25 }], '第1节课 hours'],
    ['more than anybody holds', Array(501).fill(lesson), '课程表最多500节课'],
  ])('is rejected: %s', (_, written, fault) => {
    const json = typeof written === 'string' ? written : JSON.stringify(written);
    expect(parseTimetable(json)).toContain(fault);
  });
});

describe('publishing', () => {
  const at = (day: number) => new Date(Date.UTC(2026, 2, day));
  const whole = {
    enroll_from: at(1),
    enroll_to: at(5),
    start_at: at(5),
    end_at: at(9),
    seats: 1,
    rule: { courses: true, attendance: 0 },
  };
  it.each([
    ['nothing', {}, {}, []],
    ['seats', { seats: 0 }, {}, ['名额应大于0']],
    ['a window', { enroll_to: at(1) }, {}, ['报名截止应晚于报名开始']],
    ['a begin after the window', { enroll_to: at(6) }, {}, ['报名截止不能晚于开班']],
    ['an end', { end_at: at(5) }, {}, ['结束应晚于开班']],
    ['courses', {}, { courses: 0 }, ['还没有课程']],
    ['a place on the shelf', {}, { isOnSale: false }, ['内容尚未上架']],
    [
      'no courses where none are asked',
      { rule: { courses: false, attendance: 80 } },
      { courses: 0 },
      [],
    ],
    ['seats and an end', { seats: 0, end_at: at(4) }, {}, ['名额应大于0', '结束应晚于开班']],
  ])('reports what is missing: %s', (_, change, about, faults) => {
    const found = faultsBeforePublishing(
      { ...whole, ...change },
      { courses: 1, isOnSale: true, ...about },
    );
    expect(found).toEqual(faults);
  });
});

it('a notice is plain text with one line per paragraph', () =>
  expect(paragraphs(' 请带白大褂\n\n<b>8:30</b> & 准时 ')).toBe(
    '<p>请带白大褂</p><p>&lt;b&gt;8:30&lt;/b&gt; &amp; 准时</p>',
  ));
