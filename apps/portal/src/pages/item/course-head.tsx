import type { ContentDetail } from '@cme/contract';
import { Badge, Button, Progress, priceWords, toast } from '@cme/ui';
import { words } from '../../words.ts';
import css from './item.module.css';
import { StudyButton } from './study-button.tsx';

/** What the course is, what it costs, and the one thing to do next. */
export function CourseHead({ course, settled }: { course: ContentDetail; settled: boolean }) {
  const facts = [
    [words.item.teacher, [course.teacher_name, course.teacher_unit].filter(Boolean).join(' · ')],
    [words.item.leader, course.leader],
    [words.item.projectNo, course.project_no],
    [words.item.level, words.item.levels[course.project_level] ?? course.project_level],
    [words.item.unit, course.source_unit],
    [words.item.validity, course.study_days > 0 ? words.item.days(course.study_days) : course.end_at.slice(0, 10)],
  ].filter(([, value]) => value);
  const share = async () => {
    await navigator.clipboard.writeText(globalThis.location.href);
    toast.success(words.item.copied);
  };
  return (
    <section className={css.head}>
      <img className={css.cover} src={course.cover} alt="" width={560} height={315} fetchPriority="high" />
      <div className={css.facts}>
        <h1>{course.title}</h1>
        {course.subtitle ? <p className={css.subtitle}>{course.subtitle}</p> : null}
        <div className={css.badges}>
          <Badge className={css.credit}>{`${course.credits} ${words.credits}`}</Badge>
          <Badge variant="outline">{`${course.hours} ${words.hours}`}</Badge>
          <span>{words.item.sections(course.section_count)}</span>
          <span>{words.item.learners(course.study_count)}</span>
        </div>
        <dl className={css.list}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {course.my_learning ? (
          <div className={css.mine}>
            <span>{words.item.mine}</span>
            <Progress value={course.my_learning.progress} aria-label={words.item.mine} />
            <span>{`${course.my_learning.progress}%`}</span>
          </div>
        ) : null}
        <div className={css.buy}>
          <strong className={course.is_free === 'Y' ? css.free : css.price}>{priceWords(course)}</strong>
          <StudyButton course={course} settled={settled} />
          <Button variant="default" size="md" onClick={() => void share()}>{words.item.share}</Button>
        </div>
      </div>
    </section>
  );
}
