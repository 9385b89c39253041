import type { Training } from '@cme/contract/study';
import { Button, Icon } from '@cme/ui';
import { Prose } from '../../components/prose.tsx';
import css from './training.module.css';
import { trainingWords as words } from './training.words.ts';

interface Props {
  training: Training;
  title: string;
  /** Number of classes. */
  classes: number;
}

/** Title, audience and credits. */
export function TrainingHero({ training, title, classes }: Props) {
  const figures = [
    [training.hours, words.hours],
    [training.credits, words.credits],
    [classes, words.classes],
  ].filter(([value]) => value !== 0);
  return (
    <>
      <section className={css.hero}>
        <div className={css.heroText}>
          <h1>{title}</h1>
          <p className={css.subtitle}>{training.subtitle}</p>
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
          src={training.cover}
          alt=""
          width={232}
          height={131}
          fetchPriority="high"
        />
      </section>
      <div className={css.about}>
        <section aria-labelledby="about">
          <h2 id="about">{words.about}</h2>
          <p>{training.summary}</p>
          <Prose className={css.prose} html={training.html} />
        </section>
        <section aria-labelledby="audience" className={css.audience}>
          <h2 id="audience">{words.audience}</h2>
          <ul>
            {training.audience.map((line) => (
              <li key={line}>
                <Icon name="check" size={20} />
                {line}
              </li>
            ))}
          </ul>
          <p className={css.organiser}>{`${words.organiser}：${training.organiser}`}</p>
        </section>
      </div>
    </>
  );
}
