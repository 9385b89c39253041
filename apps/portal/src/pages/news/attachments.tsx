import type { NewsAttachment } from '@cme/contract';
import css from './news-detail.module.css';
import { newsWords as words } from './news.words.ts';
import { sizeWords } from './size-words.ts';

/** The files of an item; each is a link where it can be had. */
export function Attachments({ list }: { list: readonly NewsAttachment[] }) {
  return (
    <section className={css.files} aria-labelledby="files">
      <h2 id="files">{words.attachments}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.columns.name}</th>
            <th scope="col">{words.columns.kind}</th>
            <th scope="col">{words.columns.size}</th>
          </tr>
        </thead>
        <tbody>
          {list.map(({ id, name, kind, size, url }) => (
            <tr key={id}>
              <td>
                {url ? (
                  <a href={url} download={name} aria-label={words.download(name)}>
                    {name}
                  </a>
                ) : (
                  name
                )}
              </td>
              <td>{kind.toUpperCase()}</td>
              <td>{sizeWords(size)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {list.some(({ url }) => !url) ? <p>{words.soon}</p> : null}
    </section>
  );
}
