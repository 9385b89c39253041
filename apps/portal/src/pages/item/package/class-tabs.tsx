import { contentLink, playerLink } from '@cme/commons/route-links';
import type { ClassLesson } from '@cme/contract/study';
import { creditWords, Icon, LinkTo } from '@cme/ui';
import { useSearchParams } from '@cme/ui/router';
import { TabList } from '@cme/ui/tab-list';
import {
  ClassNotices,
  ClassTeachers,
  Handouts,
} from '../../../components/training-class/class-parts.tsx';
import { Timetable } from '../../../components/training-class/timetable.tsx';
import { Prose } from '../../../components/prose.tsx';
import { words } from '../../../components/words.ts';
import itemCss from '../item.module.css';
import css from './package-courses.module.css';
import { itemWords } from '../item.words.ts';
import { classPageWords } from './class.words.ts';
import type { Package } from './package-buttons.tsx';

type Name = keyof typeof classPageWords.tabs;
const names = Object.keys(classPageWords.tabs) as Name[];

/** Contents of a class; the selected tab is in the URL. */
export function ClassTabs({ pkg, lessons }: { pkg: Package; lessons: readonly ClassLesson[] }) {
  const [search, setSearch] = useSearchParams();
  const tab = names.find((name) => name === search.get('tab')) ?? 'timetable';
  const choose = (name: Name) =>
    setSearch(name === 'timetable' ? {} : { tab: name }, {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <TabList
      className={itemCss.tabsArea}
      label={classPageWords.tabsLabel}
      titles={classPageWords.tabs}
      value={tab}
      onChange={choose}
    >
      {tab === 'timetable' ? <Timetable lessons={lessons} /> : null}
      {tab === 'courses' ? <ClassCourses pkg={pkg} /> : null}
      {tab === 'intro' ? <Prose isTop className={itemCss.prose} html={pkg.detail_html} /> : null}
      {tab === 'teachers' ? <ClassTeachers classId={pkg.id} /> : null}
      {tab === 'notices' ? <ClassNotices classId={pkg.id} /> : null}
      {tab === 'handouts' ? <Handouts classId={pkg.id} /> : null}
    </TabList>
  );
}

/** The courses of the class, with the learner's progress. */
function ClassCourses({ pkg }: { pkg: Package }) {
  return (
    <ol className={css.courses}>
      {pkg.courses.map(({ course, required, my_learning }) => (
        <li key={course.id}>
          <article className={css.course}>
            <img src={course.cover} alt="" width={144} height={81} loading="lazy" />
            <div>
              <h2>
                <LinkTo to={contentLink(course)}>{course.title}</LinkTo>
              </h2>
              <p className={itemCss.sectionMeta}>
                {[
                  required === 'Y' ? itemWords.required : itemWords.optional,
                  `${course.hours} ${words.hours}`,
                  creditWords(course),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {my_learning ? (
              <p className={css.owned}>
                <span>
                  <Icon name="check" size={18} />
                  {`${my_learning.progress}%`}
                </span>
                <LinkTo
                  to={playerLink(course.content_type, course.id)}
                  aria-label={`${classPageWords.study} ${course.title}`}
                >
                  {classPageWords.study}
                </LinkTo>
              </p>
            ) : (
              <p className={itemCss.sectionMeta}>{classPageWords.afterAdmission}</p>
            )}
          </article>
        </li>
      ))}
    </ol>
  );
}
