import { type Space, spaceOf } from './space.ts';

interface Props {
  /** Or as the class says. */
  height?: number | string;
  width?: number | string;
  radius?: number;
  mb?: Space;
  mt?: Space;
  className?: string | undefined;
}

/** The place of something that is on its way. */
export function Skeleton({ height, width, radius, mb, mt, className }: Props) {
  return (
    <div
      className={className ? `skeleton ${className}` : 'skeleton'}
      style={{
        height: spaceOf(height),
        width: spaceOf(width),
        borderRadius: radius,
        marginBottom: spaceOf(mb),
        marginTop: spaceOf(mt),
      }}
    />
  );
}
