import type { ComponentPropsWithRef, CSSProperties } from 'react';
import { type Space, toSpace } from './space.ts';

interface Margins {
  mt?: Space;
  mb?: Space;
}

interface GroupProps extends ComponentPropsWithRef<'div'>, Margins {
  gap?: Space;
  justify?: CSSProperties['justifyContent'];
  align?: CSSProperties['alignItems'];
  wrap?: CSSProperties['flexWrap'];
}

/** A row that wraps. */
export function Group({
  gap = 'md',
  justify,
  align = 'center',
  wrap = 'wrap',
  mt,
  mb,
  style,
  ...rest
}: GroupProps) {
  const row: CSSProperties = {
    display: 'flex',
    flexWrap: wrap,
    alignItems: align,
    justifyContent: justify,
    gap: toSpace(gap),
    marginTop: toSpace(mt),
    marginBottom: toSpace(mb),
  };
  return <div {...rest} style={{ ...row, ...style }} />;
}

interface TextProps extends ComponentPropsWithRef<'p'>, Margins {
  size?: 'sm' | 'md';
  c?: 'dimmed' | 'red' | 'green';
  fw?: number;
}

/** A paragraph in a dialog or form. */
export function Text({ size = 'md', c, fw, mt, mb, style, ...rest }: TextProps) {
  const ownStyle: CSSProperties = {
    fontSize: `var(--mantine-font-size-${size})`,
    lineHeight: `var(--mantine-line-height-${size})`,
    fontWeight: fw,
    color: c && (c === 'dimmed' ? 'var(--ink-faint)' : `var(--${c})`),
    marginTop: toSpace(mt),
    marginBottom: toSpace(mb),
  };
  return <p {...rest} style={{ ...ownStyle, ...style }} />;
}
