import { LinkTo } from './link.tsx';
import { words } from './words.ts';

/** Breadcrumb; the last entry is the current page. */
export function Breadcrumb({ trail }: { trail: readonly { title: string; href?: string }[] }) {
  return (
    <nav className="breadcrumb" aria-label={words.breadcrumb}>
      <ol>
        {trail.map(({ title, href }, index) => (
          <li key={title}>
            {href && index < trail.length - 1 ? (
              <LinkTo to={href}>{title}</LinkTo>
            ) : (
              <span aria-current={index === trail.length - 1 ? 'page' : undefined}>{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
