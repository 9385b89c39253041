import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { homeIndex } from '@cme/contract/content';
import { LinkTo } from '@cme/ui';
import { Fragment, type ReactNode } from 'react';
import { type HomeList, homeLists } from '../../components/home-lists.ts';
import { homeWords } from './home.words.ts';
import { CourseBlock, shownCourses } from './course-block.tsx';
import { Hero } from './hero.tsx';
import css from './home.module.css';
import { LiveBlock } from './live-block.tsx';
import { NewsBlock } from './news-block.tsx';
import { SpecialBlock } from './special-block.tsx';

type Home = DataOf<typeof homeIndex>;
type Draw = (data: Home, title: string) => ReactNode;

const isCourseList = (kind: string): kind is HomeList => Object.hasOwn(homeLists, kind);

const otherBlocks: Record<string, Draw> = {
  banner: ({ banner, counts, year_need }) => (
    <Hero banner={banner} counts={counts} need={year_need} />
  ),
  flow: (_, title) => <LearningSteps title={title || homeWords.flowTitle} />,
  news: ({ notices, regulations }) => (
    <div className={css.news}>
      <NewsBlock
        heading={homeWords.blocks.notices}
        rows={notices}
        more={linkTo.news({ type: 'B' })}
      />
      <NewsBlock
        heading={homeWords.blocks.regulations}
        rows={regulations}
        more={linkTo.news({ type: 'N' })}
      />
    </div>
  ),
  class: ({ special }, title) => (
    <SpecialBlock list={special} title={title || homeWords.blocks.special} />
  ),
  live: ({ live }, title) => <LiveBlock list={live} title={title || homeWords.blocks.live} />,
  partner: ({ partner }, title) =>
    partner.length > 0 ? (
      <Partners list={partner} title={title || homeWords.blocks.partner} />
    ) : null,
};

/** Default order of the blocks. */
const defaultOrder = [
  'banner',
  'flow',
  'news',
  'recommend',
  'class',
  'free',
  'hot',
  'expense',
  'newCourse',
  'live',
  'partner',
].map((kind) => ({ kind, title: '' }));

/** The blocks of the home page in the site's order; unknown ones are skipped. */
export function HomeBlocks({ data }: { data: Home }) {
  const blocks = data.blocks ?? defaultOrder;
  const first = blocks.find(({ kind }) => isCourseList(kind))?.kind;
  const lists = takeOnce(
    data,
    blocks.map(({ kind }) => kind),
    first,
  );
  return blocks.map(({ kind, title }) => (
    <Fragment key={kind}>
      {isCourseList(kind) ? (
        <CourseBlock
          heading={title || homeWords.blocks[kind]}
          list={lists[kind] ?? []}
          more={linkTo.search(homeLists[kind])}
          isFirst={kind === first}
        />
      ) : (
        otherBlocks[kind]?.(data, title)
      )}
    </Fragment>
  ));
}

/** The courses of each block; what one block shows no later one shows again. */
function takeOnce(data: Home, kinds: readonly string[], first: string | undefined) {
  const seen = new Set<string>();
  const lists: Partial<Record<HomeList, Home[HomeList]>> = {};
  for (const kind of kinds.filter(isCourseList)) {
    const list = data[kind]
      .filter(({ id }) => !seen.has(id))
      .slice(0, shownCourses(kind === first));
    for (const { id } of list) seen.add(id);
    lists[kind] = list;
  }
  return lists;
}

function Partners({ list, title }: { list: Home['partner']; title: string }) {
  return (
    <section aria-labelledby="partner">
      <h2 id="partner" className={css.heading}>
        {title}
      </h2>
      <ul className={css.partners}>
        {list.map(({ name, logo, url }) => {
          const image = <img src={logo} alt={name} width={168} height={56} loading="lazy" />;
          return <li key={name}>{url ? <LinkTo to={url}>{image}</LinkTo> : image}</li>;
        })}
      </ul>
    </section>
  );
}

function LearningSteps({ title }: { title: string }) {
  return (
    <section aria-labelledby="flow">
      <h2 id="flow" className={css.heading}>
        {title}
      </h2>
      <ol className={css.flow}>
        {homeWords.flow.map(([name, text], index) => (
          <li key={name}>
            <span className={css.step} aria-hidden="true">
              {index + 1}
            </span>
            <strong>{name}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
