import { site } from '@cme/commons/branding';
import type { DataOf } from '@cme/contract/base';
import type { homeIndex } from '@cme/contract/content';
import { Button, LinkTo } from '@cme/ui';
import { homeWords } from './home.words.ts';
import css from './hero.module.css';
import { LearnerCard } from './learner-card.tsx';

type Home = DataOf<typeof homeIndex>;

/** The banner of a site that has none. */
const createWelcome = () => {
  const { site_name, slogan } = site();
  return { title: site_name, text: slogan || homeWords.withoutBanner, image: '', link: '' };
};

/** What the platform is, next to the learner's next step. */
export function Hero({
  banner,
  counts,
  need,
}: Pick<Home, 'banner' | 'counts'> & { need: Home['year_need'] }) {
  const [first = createWelcome(), ...others] = banner;
  return (
    <section className={css.hero}>
      <div className={css.banner}>
        {first.image ? (
          <img
            src={first.image}
            alt=""
            className={css.bannerArt}
            width={1200}
            height={420}
            fetchPriority="high"
          />
        ) : null}
        <div className={css.bannerText}>
          <h1>{first.title}</h1>
          <p>{first.text}</p>
          {first.link ? (
            <Button component={LinkTo} to={first.link} size="md" variant="white">
              {homeWords.see}
            </Button>
          ) : null}
          <Counts counts={counts} />
        </div>
        {others.length > 0 ? (
          <ul className={css.bannerMore}>
            {others.map(({ id, title, link }) => (
              <li key={id}>
                <LinkTo to={link || '/'}>{title}</LinkTo>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <LearnerCard need={need} />
    </section>
  );
}

function Counts({ counts }: Pick<Home, 'counts'>) {
  return (
    <dl className={css.counts}>
      {(['course', 'learner', 'teacher'] as const)
        .filter((key) => counts[key] > 0)
        .map((key) => (
          <div key={key}>
            <dt>{homeWords.counts[key]}</dt>
            <dd>{counts[key].toLocaleString('zh-CN')}</dd>
          </div>
        ))}
    </dl>
  );
}
