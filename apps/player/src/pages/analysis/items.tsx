import { EmptyState, Icon } from '@cme/ui';
import { Switch } from '@cme/ui/forms';
import { useSearchParams } from '@cme/ui/router';
import { getQuestionKind } from '../../components/questions/question-kinds.tsx';
import css from './analysis.module.css';
import type { Analysis } from './analysis.queries.ts';
import { words } from './analysis.words.ts';
import itemsCss from './items.module.css';

type Item = Analysis['items'][number];

/** The questions with the learner's answers, and with key and explanation if available. */
export function Items({ analysis }: { analysis: Analysis }) {
  const [search, setSearch] = useSearchParams();
  const onlyWrong = search.get('wrong') === 'Y';
  const isOpen = analysis.can_analyse === 'Y';
  const shownItems =
    onlyWrong && isOpen
      ? analysis.items.filter(({ is_right }) => is_right === 'N')
      : analysis.items;
  return (
    <section className={css.block} aria-labelledby="items">
      <div className={css.itemsHead}>
        <h2 id="items">{words.items}</h2>
        {isOpen ? (
          <Switch
            label={words.onlyWrong}
            checked={onlyWrong}
            onChange={({ currentTarget }) =>
              setSearch(currentTarget.checked ? { wrong: 'Y' } : {}, {
                replace: true,
                preventScrollReset: true,
              })
            }
          />
        ) : null}
      </div>
      {isOpen ? null : (
        <p className={itemsCss.why}>
          <Icon name="info" />
          <span>{analysis.analysis_note || words.hidden}</span>
        </p>
      )}
      {shownItems.length === 0 ? (
        <EmptyState text={analysis.items.length > 0 ? words.nothingWrong : words.noItems} />
      ) : null}
      <ol className={itemsCss.items}>
        {shownItems.map((item, index) => (
          <Row
            key={item.qid}
            item={item}
            isFirst={shownItems[index - 1]?.group_id !== item.group_id}
          />
        ))}
      </ol>
    </section>
  );
}

function Row({ item, isFirst }: { item: Item; isFirst: boolean }) {
  const { no, type_name, score, got, explain } = item;
  const { Review } = getQuestionKind(item.type);
  return (
    <li className={itemsCss.item}>
      {item.group_stem && isFirst ? (
        <p className={itemsCss.shared}>
          <strong>{words.shared}</strong>
          {item.group_stem}
        </p>
      ) : null}
      <p className={itemsCss.itemMeta}>
        <span>{`${words.number(no)} · ${type_name}`}</span>
        <Mark item={item} />
        {got === undefined ? null : <span>{words.got(got, score)}</span>}
      </p>
      <Review item={item} />
      {explain ? (
        <p className={itemsCss.explain}>
          <strong>{words.explain}</strong>
          {explain}
        </p>
      ) : null}
    </li>
  );
}

function Mark({ item: { is_right, got, score } }: { item: Item }) {
  if (is_right === undefined) return null;
  const isPart = is_right === 'N' && got !== undefined && got > 0 && got < score;
  return (
    <span className={itemsCss.mark} data-right={is_right}>
      <Icon name={is_right === 'Y' ? 'check' : 'refuse'} size={18} />
      {isPart ? words.marks.part : words.marks[is_right]}
    </span>
  );
}
