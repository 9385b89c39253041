import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { courses } from '@cme/sample/courses';
import { events } from '@cme/sample/events';
import { packages } from '@cme/sample/packages';
import { getContrast } from './colours.ts';
import { drawCover } from './covers.ts';
import { emblemOf } from './course-emblems.ts';
import { scripts } from './scripts/all.ts';
import { toMarkPath, toPngPath, listSharedImages } from './shares.ts';
import { createSubtitles } from './speech.ts';
import { splitTitle, measureWidth } from './titles.ts';

const folder = fileURLToPath(new URL('../../apps/api/media/static/covers', import.meta.url));
const drawn = [...courses, ...packages, ...events].filter(({ site }) => site !== 'test');

describe('covers', () => {
  it('match the drawing code', () => {
    const stale = drawn.filter(
      (course) =>
        readFileSync(`${folder}/${course.site}-${course.key}.svg`, 'utf8') !==
        `${drawCover(course)}\n`,
    );
    expect(stale.map(({ key }) => key)).toEqual([]);
  });

  it('hide their text below a width of 240 pixels', () => {
    for (const course of drawn) {
      const svg = drawCover(course);
      expect(svg, course.key).toContain(
        '@media(max-width:239px){.w,.f circle,.f rect{display:none}',
      );
      expect(svg.replace(/<g class="w".*<\/g>/, ''), course.key).not.toContain('<text');
    }
  });

  it('have an emblem for each course and package', () => {
    expect(drawn.filter(({ key }) => !emblemOf[key]).map(({ key }) => key)).toEqual([]);
  });

  it('keep their text clear of rings', () => {
    const ringed = drawn.flatMap((course) => {
      const svg = drawCover(course);
      const [, radius] = /cx="505" cy="180" r="(\d+)" fill="none"/.exec(svg) ?? [];
      const [, size] = /font-size="(\d+)" font-weight="700"/.exec(svg) ?? [];
      const widest = Math.max(...splitTitle(course.title, 7.2).map(measureWidth));
      return radius
        ? [{ key: course.key, gap: 505 - Number(radius) - 40 - widest * Number(size) }]
        : [];
    });
    expect(ringed.length).toBeGreaterThan(5);
    expect(ringed.filter(({ gap }) => gap < 12)).toEqual([]);
  });

  it('fit every title in two lines', () => {
    for (const { title } of drawn) {
      const lines = splitTitle(title, 7.2);
      expect(lines.length, title).toBeLessThanOrEqual(2);
      expect(Math.max(...lines.map(measureWidth)), title).toBeLessThanOrEqual(11);
    }
  });
});

describe('preview images', () => {
  const mediaFolder = fileURLToPath(new URL('../../apps/api/media/static', import.meta.url));

  it('exist for each drawing and are up to date', () => {
    const stale = listSharedImages(mediaFolder).filter(
      (svg) => !readFileSync(toPngPath(svg)).includes(Buffer.from(toMarkPath(svg))),
    );
    expect(stale).toEqual([]);
  });

  it('have the width that social networks require and a small size', () => {
    for (const svg of listSharedImages(mediaFolder)) {
      const png = readFileSync(toPngPath(svg));
      expect(png.readUInt32BE(16), svg).toBeGreaterThanOrEqual(400);
      expect(png.length, svg).toBeLessThan(60_000);
    }
  });
});

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
  ])('of %s and %s is %d', (first, second, expected) => {
    expect(getContrast(first, second)).toBeCloseTo(expected, 1);
  });
});

describe('scripts', () => {
  it('have a video for each section of their course', () => {
    for (const { course: key, chapters } of scripts) {
      const course = courses.find((course) => course.site !== 'test' && course.key === key);
      expect(
        chapters.map((sections) => sections.length),
        key,
      ).toEqual(course?.chapters.map(({ sections }) => sections.length));
    }
  });

  it('are converted to WebVTT subtitles with cue times', () => {
    expect(createSubtitles([{ from: 0.9, to: 61.25, text: '两前三后' }])).toBe(
      'WEBVTT\n\n00:00:00.900 --> 00:01:01.250\n两前三后\n',
    );
  });
});
