import { renderPage, sampleCard } from '@cme/testing';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { CourseCard } from './course-card.tsx';

const renderElement = (element: ReactNode) =>
  renderPage('/', [{ path: '/', element, handle: { frame: 'room' } }]);

describe('CourseCard', () => {
  it('shows every fact of the course and links to it', async () => {
    renderElement(
      <CourseCard
        course={sampleCard({
          id: 'c1',
          title: '静脉输液规范',
          hours: 6,
          credits: 2.5,
          credit_type: 'I',
          subject_kind: 'pro',
          levels: ['A'],
          teacher_name: '王雪梅',
          teacher_unit: '省人民医院',
          price: '12.00',
          is_free: 'N',
          study_count: 320,
        })}
      />,
    );
    expect((await screen.findByRole('link', { name: '静脉输液规范' })).getAttribute('href')).toBe(
      '/item/course/c1/detail',
    );
    for (const fact of [
      '点播',
      'Ⅰ类 2.5 学分',
      '6 学时 · 专业 · 初级',
      '王雪梅 · 省人民医院',
      '¥12.00',
      '320人学过',
    ])
      expect(screen.getByText(fact)).toBeDefined();
  });

  it("shows the learner's progress instead of the price once they own it", async () => {
    renderElement(
      <CourseCard
        course={sampleCard({ title: '静脉输液规范', price: '12.00', is_free: 'N' })}
        my={{ learning_id: '1', learn_status: 'studying', progress: 62 }}
      />,
    );
    expect(await screen.findByText('学习中 62%')).toBeDefined();
    expect(screen.getByRole('progressbar', { name: '静脉输液规范 62%' })).toBeDefined();
    expect(screen.queryByText('¥12.00')).toBeNull();
  });

  it('stays in a list when it is no longer available, and says so', async () => {
    renderElement(<CourseCard course={sampleCard()} over="已下架" />);
    expect(await screen.findByText('已下架')).toBeDefined();
  });
});
