import { type Space, toSpace } from './space.ts';

interface Props {
  /** Defaults to the height of the class. */
  height?: number | string;
  width?: number | string;
  radius?: number;
  mb?: Space;
  mt?: Space;
  className?: string | undefined;
}

/** A placeholder for content that is loading. */
export function Skeleton({ height, width, radius, mb, mt, className }: Props) {
  return (
    <div
      className={className ? `skeleton ${className}` : 'skeleton'}
      style={{
        height: toSpace(height),
        width: toSpace(width),
        borderRadius: radius,
        marginBottom: toSpace(mb),
        marginTop: toSpace(mt),
      }}
    />
  );
}
