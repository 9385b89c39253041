import css from './certificate-art.module.css';

const createSteps = (count: number) =>
  Array.from({ length: count + 1 }, (_, index) => index / count);
const roundToTenth = (value: number) => Math.round(value * 10) / 10;

/** A closed curve around the origin with an oscillating radius. */
function drawLoop(radius: number, swing: number, petals: number): string {
  const points = createSteps(petals * 10).map((part) => {
    const angle = part * 2 * Math.PI;
    const reach = radius + swing * Math.sin(petals * angle);
    return `${roundToTenth(reach * Math.cos(angle))} ${roundToTenth(reach * Math.sin(angle))}`;
  });
  return `M${points.join('L')}`;
}

const rosettes = [
  [128, 22, 24],
  [92, 26, 16],
  [52, 24, 12],
] as const;
const turns = 5;
const wave = 36.8;
const halfWidth = 11.5;
const inset = 36;
const width = 842;
const height = 595;
/** One wave of the woven border, repeated by the pattern. */
const drawThread = (reach: number, phase: number) =>
  `M${createSteps(16)
    .map(
      (part) =>
        `${roundToTenth(part * wave)} ${roundToTenth(halfWidth + 2 + reach * Math.sin(part * 2 * Math.PI + phase))}`,
    )
    .join('L')}`;
const drawThreads = (count: number) =>
  Array.from({ length: count }, (_, index) => (index / count) * 2 * Math.PI);

const thickness = 2 * halfWidth + 4;

/**
 * Guilloche that makes the sheet hard to copy: rosettes behind the text and a woven border, as in
 * the PDF.
 */
export function CertificateArt() {
  return (
    <svg className={css.art} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <pattern
          id="certificate-band"
          width={wave}
          height={thickness}
          patternUnits="userSpaceOnUse"
        >
          {drawThreads(7).map((phase) => (
            <path key={phase} className={css.ink} d={drawThread(halfWidth, phase)} />
          ))}
          {drawThreads(3).map((phase) => (
            <path key={phase} className={css.gold} d={drawThread(halfWidth * 0.55, phase)} />
          ))}
        </pattern>
      </defs>
      <Rosettes />
      <WovenFrame />
      <Corners />
      <path
        className={css.rule}
        d="M271 166h136M435 166h136M421 160.500l5.500 5.500-5.500 5.500-5.500-5.500zM311 248h220"
      />
    </svg>
  );
}

function Rosettes() {
  return rosettes.map(([radius, swing, petals]) => (
    <g key={radius} className={css.rosette} transform={`translate(${width / 2} ${height / 2 + 4})`}>
      {Array.from({ length: turns }, (_, index) => (
        <path
          key={index}
          d={drawLoop(radius, swing, petals)}
          transform={`rotate(${(index * 360) / turns / petals})`}
        />
      ))}
    </g>
  ));
}

/** The four sides of the border and their outlines. */
function WovenFrame() {
  const createBox = (space: number) => ({
    x: inset + space,
    y: inset + space,
    width: width - 2 * (inset + space),
    height: height - 2 * (inset + space),
  });
  return (
    <>
      {[0, 1].map((side) => (
        <g key={side}>
          <rect
            fill="url(#certificate-band)"
            width={width - 2 * inset}
            height={thickness}
            transform={
              side
                ? `rotate(180 ${width / 2} ${height / 2}) translate(${inset} ${inset - thickness / 2})`
                : `translate(${inset} ${inset - thickness / 2})`
            }
          />
          <rect
            fill="url(#certificate-band)"
            width={height - 2 * inset}
            height={thickness}
            transform={`translate(${side ? width - inset : inset} ${inset}) rotate(90) translate(0 ${-thickness / 2})`}
          />
        </g>
      ))}
      <rect className={css.line} {...createBox(-halfWidth - 3.5)} />
      <rect className={css.line} {...createBox(halfWidth + 3.5)} />
      <rect className={css.fine} {...createBox(halfWidth + 6.5)} />
    </>
  );
}

function Corners() {
  const corners = [
    [inset, inset],
    [width - inset, inset],
    [width - inset, height - inset],
    [inset, height - inset],
  ] as const;
  return corners.map(([x, y]) => (
    <g key={`${x} ${y}`} className={css.corner} transform={`translate(${x} ${y})`}>
      <circle r={halfWidth * 1.95} />
      <path className={css.ink} d={drawLoop(halfWidth * 1.13, halfWidth * 0.47, 10)} />
      <path className={css.gold} d={drawLoop(halfWidth * 0.58, halfWidth * 0.39, 6)} />
    </g>
  ));
}

/** The issuer's round seal. */
export function Seal({ name }: { name: string }) {
  return (
    <svg className={css.seal} viewBox="0 0 120 120" aria-hidden="true">
      <defs>
        <path id="seal-round" d="M60 60 m-42 0 a42 42 0 1 1 84 0" />
      </defs>
      <circle cx="60" cy="60" r="56" />
      <text textAnchor="middle">
        <textPath href="#seal-round" startOffset="50%" textLength={Math.min(126, name.length * 12)}>
          {name}
        </textPath>
      </text>
      <path d="M60 42l4.7 14.5H80L67.7 65.5l4.7 14.5L60 71l-12.4 9l4.7-14.5L40 56.5h15.3z" />
      <text className={css.purpose} x="60" y="98" textAnchor="middle">
        证书专用章
      </text>
    </svg>
  );
}
