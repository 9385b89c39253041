import type { Training } from '@cme/contract';
import { Button, Icon } from '@cme/ui';
import { Prose } from '../../components/prose.tsx';
import css from './training.module.css';
import { trainingWords as words } from './training.words.ts';

/** Title, audience and credits. */
export function TrainingHero({ of, classes }: { of: Training; classes: number }) {
  const figures = [
    [of.hours, words.hours],
    [of.credits, words.credits],
    [classes, words.classes],
  ].filter(([value]) => value !== 0);
  return (
    <>
      <section className={css.hero}>
        <div className={css.heroText}>
          <h1>{of.title}</h1>
          <p className={css.subtitle}>{of.subtitle}</p>
          <ul className={css.figures}>
            {figures.map(([value, name]) => (
              <li key={name}>
                <strong>{value}</strong> {name}
              </li>
            ))}
          </ul>
          <Button size="md" component="a" href="#sessions" className={css.toSessions}>
            {words.toSessions}
          </Button>
        </div>
        <img
          className={css.cover}
          src={of.cover}
          alt=""
          width={232}
          height={131}
          fetchPriority="high"
        />
      </section>
      <div className={css.about}>
        <section aria-labelledby="about">
          <h2 id="about">{words.about}</h2>
          <p>{of.summary}</p>
          <Prose className={css.prose} html={of.html} />
        </section>
        <section aria-labelledby="audience" className={css.audience}>
          <h2 id="audience">{words.audience}</h2>
          <ul>
            {of.audience.map((line) => (
              <li key={line}>
                <Icon name="check" size={20} />
                {line}
              </li>
            ))}
          </ul>
          <p className={css.organiser}>{`${words.organiser}：${of.organiser}`}</p>
        </section>
      </div>
    </>
  );
}
