import type { Teacher } from '@cme/contract/content';
import css from './teacher-list.module.css';

/** Teachers with their portraits. */
export function TeacherList({ list }: { list: readonly Teacher[] }) {
  return (
    <ul className={css.teachers}>
      {list.map((teacher) => (
        <li key={teacher.teacher_id}>
          <img src={teacher.photo} alt="" width={72} height={72} loading="lazy" />
          <div>
            <h3>{teacher.name}</h3>
            <p className={css.teacherTitle}>
              {[teacher.title, teacher.unit].filter(Boolean).join(' · ')}
            </p>
            <p>{teacher.intro}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
