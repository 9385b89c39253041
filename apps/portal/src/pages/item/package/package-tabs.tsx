import { contentLink, playerLink } from '@cme/commons/route-links';
import { creditWords, Icon, LinkTo } from '@cme/ui';
import { useSearchParams } from '@cme/ui/router';
import { TabList } from '@cme/ui/tab-list';
import { formatYuan } from '../../../components/money.ts';
import { Prose } from '../../../components/prose.tsx';
import { words } from '../../../components/words.ts';
import itemCss from '../item.module.css';
import css from './package-courses.module.css';
import { itemWords } from '../item.words.ts';
import { packageWords } from './package.words.ts';
import type { Package } from './package-buttons.tsx';

type Name = keyof typeof packageWords.tabs;

/** Contents of a package; the selected tab is in the URL. */
export function PackageTabs({ pkg }: { pkg: Package }) {
  const [search, setSearch] = useSearchParams();
  const tab: Name = search.get('tab') === 'intro' ? 'intro' : 'courses';
  const choose = (name: Name) =>
    setSearch(name === 'courses' ? {} : { tab: name }, { replace: true, preventScrollReset: true });
  return (
    <TabList
      className={itemCss.tabsArea}
      label={packageWords.tabsLabel}
      titles={packageWords.tabs}
      value={tab}
      onChange={choose}
    >
      {tab === 'courses' ? (
        <ol className={css.courses}>
          {pkg.courses.map((course) => (
            <li key={course.course.id}>
              <PackageCourse one={course} />
            </li>
          ))}
        </ol>
      ) : null}
      {tab === 'intro' ? <Prose isTop className={itemCss.prose} html={pkg.detail_html} /> : null}
    </TabList>
  );
}

function PackageCourse({
  one: { course, required, share, owned, my_learning },
}: {
  one: Package['courses'][number];
}) {
  const facts = [
    required === 'Y' ? itemWords.required : itemWords.optional,
    `${course.hours} ${words.hours}`,
    creditWords(course),
    itemWords.sections(course.section_count),
  ].filter(Boolean);
  return (
    <article className={css.course}>
      <img src={course.cover} alt="" width={144} height={81} loading="lazy" />
      <div>
        <h2>
          <LinkTo to={contentLink(course)}>{course.title}</LinkTo>
        </h2>
        <p className={itemCss.sectionMeta}>
          {[course.teacher_name, course.teacher_unit].filter(Boolean).join(' · ')}
        </p>
        <p className={itemCss.sectionMeta}>{facts.join(' · ')}</p>
      </div>
      {owned === 'Y' ? (
        <p className={css.owned}>
          <span>
            <Icon name="check" size={18} />
            {packageWords.mine}
            {my_learning ? ` · ${my_learning.progress}%` : ''}
          </span>
          <LinkTo
            to={playerLink(course.content_type, course.id)}
            aria-label={`${packageWords.study} ${course.title}`}
          >
            {packageWords.study}
          </LinkTo>
        </p>
      ) : (
        <p className={css.shareOf}>
          <span className={itemCss.sectionMeta}>{packageWords.share}</span>
          <span>{formatYuan(share)}</span>
        </p>
      )}
    </article>
  );
}
