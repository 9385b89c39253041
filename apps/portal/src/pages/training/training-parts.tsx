import type { Training } from '@cme/contract/study';
import { Icon } from '@cme/ui';
import css from './training.module.css';
import { trainingWords as words } from './training.words.ts';

/** The process, from choosing a class to the hours in the ledger. */
export function Steps({ steps }: Pick<Training, 'steps'>) {
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="how" className={css.block}>
      <h2 id="how">{words.how}</h2>
      <ol className={css.steps}>
        {steps.map(({ name, text }, index) => (
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

/** Frequent questions and contact data. */
export function Faq({ training: { faq, contact } }: { training: Training }) {
  return (
    <section aria-labelledby="faq" className={css.block}>
      <h2 id="faq">{words.faq}</h2>
      <div className={css.faq}>
        {faq.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
      <p className={css.contact}>
        <Icon name="phone" size={20} />
        <span>
          {`${words.contact}：${contact.name} `}
          <span className={css.phone}>{contact.phone}</span>
          <span className={css.none}>{contact.hours}</span>
        </span>
      </p>
    </section>
  );
}
