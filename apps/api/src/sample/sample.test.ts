import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  genderOf,
  isIdNumber,
  isMobile,
  isPassword,
  isRealName,
  levels,
  postTypes,
  series,
} from '@cme/contract/base';
import { describe, expect, it } from 'vitest';
import { guide } from '@cme/sample/beside-videos';
import { courses } from '@cme/sample/courses';
import { events } from '@cme/sample/events';
import { specialImages } from '../screens/home/specials.rules.ts';
import { banners, partners } from '@cme/sample/home';
import { toMoment } from '@cme/sample/moments';
import { helpGroups } from '@cme/sample/help';
import { news } from '@cme/sample/news';
import { packages } from '@cme/sample/packages';
import { people } from '@cme/sample/people';
import { sites } from '@cme/sample/sites';
import { teachers } from '@cme/sample/teachers';
import { trainingClasses } from '@cme/sample/training-classes';
import { videoSeconds } from '@cme/sample/videos';

const media = fileURLToPath(new URL('../../media', import.meta.url));
const getFile = (address: string) => address.replace('/qm/static', `${media}/static`);
const of = (site: string) => courses.filter((course) => course.site === site);
const getSections = (course: (typeof courses)[number]) =>
  course.chapters.flatMap(({ sections }) => sections);
const twice = (values: string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);
const allFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? allFiles(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );

describe('the sample courses', () => {
  it('are at least 40 on the main site, 6 or more of them public need, with unique titles', () => {
    expect(of('main').length).toBeGreaterThanOrEqual(40);
    expect(
      of('main').filter(({ subject_kind }) => subject_kind === 'public').length,
    ).toBeGreaterThanOrEqual(6);
    expect(of('hospital').length).toBeGreaterThanOrEqual(10);
    expect(twice(of('main').map(({ title }) => title))).toEqual([]);
    const main = new Set(of('main').map(({ title }) => title));
    expect(of('hospital').filter(({ title }) => main.has(title))).toEqual([]);
  });

  it('offer a professional course to each of the 39 series and a course to each level and post type', () => {
    const pro = of('main').filter(({ subject_kind }) => subject_kind === 'pro');
    expect(
      series.filter(({ code }) => !pro.some(({ series_codes }) => series_codes.includes(code))),
    ).toEqual([]);
    for (const { code } of levels)
      expect(pro.some((course) => course.levels.includes(code))).toBe(true);
    for (const { code } of postTypes)
      expect(pro.some((course) => course.post_types.includes(code))).toBe(true);
    const known = new Set(series.map(({ code }) => code));
    expect(
      courses.flatMap(({ series_codes }) => series_codes).filter((code) => !known.has(code)),
    ).toEqual([]);
    expect(new Set(pro.map(({ discipline }) => discipline[0])).size).toBeGreaterThanOrEqual(8);
  });

  it('have unique ids for courses, chapters and sections, also across sites', () => {
    expect(twice(courses.map(({ id }) => id))).toEqual([]);
    expect(
      twice(courses.flatMap(({ chapters }) => chapters.map(({ chapter_id }) => chapter_id))),
    ).toEqual([]);
    expect(
      twice(courses.flatMap((course) => getSections(course).map(({ section_id }) => section_id))),
    ).toEqual([]);
    expect(twice(courses.map(({ site, project_no }) => site + project_no))).toEqual([]);
  });

  it('satisfy the rules of hours, credits and prices', () => {
    for (const { key, hours, credits, price_fen, is_free, title, summary } of courses) {
      expect(credits, key).toBeCloseTo(hours / 3, 2);
      expect(Number.isInteger(price_fen), key).toBe(true);
      expect(is_free, key).toBe(price_fen === 0 ? 'Y' : 'N');
      expect(title.length, key).toBeLessThanOrEqual(24);
      expect(summary.length, key).toBeGreaterThan(20);
    }
  });

  it('have descriptions in clean HTML with their headings; a short one has no list of its content', () => {
    for (const { key, detail_html } of courses) {
      const headings = [...detail_html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, text]) => text);
      expect(headings.filter((heading) => heading !== '课程内容')).toEqual([
        '学习目标',
        '适用对象',
        '考核要求',
      ]);
      expect(detail_html.replaceAll(/<\/?(?:p|h3|ul|li)>/g, ''), key).not.toMatch(/[<>]/);
    }
  });

  it('have teachers of their own site and a main teacher', () => {
    const siteOfTeacher = new Map(teachers.map(({ teacher_id, site }) => [teacher_id, site]));
    for (const course of courses) {
      expect(course.leader, course.key).not.toBe('');
      expect(
        course.teachers.filter(({ role }) => role === '负责人'),
        course.key,
      ).toHaveLength(1);
      for (const { teacher_id } of course.teachers)
        expect(siteOfTeacher.get(teacher_id), course.key).toBe(course.site);
    }
    expect(
      of('main').length > 0 && teachers.filter(({ site }) => site === 'main').length,
    ).toBeGreaterThanOrEqual(24);
  });
});

describe('the videos', () => {
  const folders = Object.keys(videoSeconds);
  const playlist = (folder: string) => readFileSync(`${media}/hls/${folder}/video.m3u8`, 'utf8');

  it('exist for every section of every free course', () => {
    const without = courses
      .filter(({ is_free }) => is_free === 'Y')
      .flatMap((course) =>
        getSections(course)
          .filter(({ media: folder }) => !folder)
          .map(({ title }) => `${course.key}: ${title}`),
      );
    expect(without).toEqual([]);
    expect(
      of('hospital').filter((course) => getSections(course).every(({ media: folder }) => folder))
        .length,
    ).toBeGreaterThanOrEqual(2);
  });

  it.each(folders)('%s has all its files and the recorded duration', (folder) => {
    const length = [...playlist(folder).matchAll(/#EXTINF:([\d.]+)/g)].reduce(
      (sum, [, seconds]) => sum + Number(seconds),
      0,
    );
    expect(Math.abs(length - videoSeconds[folder]!)).toBeLessThanOrEqual(1);
    const named = [...playlist(folder).matchAll(/^[^#].*$|URI="([^"]+)"/gm)].map(
      ([line, uri]) => uri ?? line,
    );
    for (const file of [...named, 'index.m3u8', 'zh.vtt', 'poster.webp'])
      expect(existsSync(`${media}/hls/${folder}/${file}`), file).toBe(true);
  });

  it('belong to sections, without unused ones, one longer than ten minutes', () => {
    const used = new Set(
      courses.flatMap((course) => getSections(course).flatMap(({ media: folder }) => folder ?? [])),
    );
    expect(folders.filter((folder) => !used.has(folder))).toEqual([]);
    const beside = ['myopia-audio', guide.folder];
    expect(readdirSync(`${media}/hls`).sort()).toEqual([...folders, ...beside].sort());
    expect(Math.max(...Object.values(videoSeconds))).toBeGreaterThan(600);
  });

  it('are small: no file over 2 MB, at most 30 MB in total', () => {
    const sizes = allFiles(`${media}/hls`).map((file) => statSync(file).size);
    expect(Math.max(...sizes)).toBeLessThan(2_000_000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(30_000_000);
  });
});

describe('the images', () => {
  const named = [
    ...[...courses, ...packages, ...trainingClasses, ...events].map(({ cover }) => cover),
    ...teachers.map(({ photo }) => photo),
    ...banners.map(({ image }) => image),
    ...specialImages,
    ...sites.flatMap(({ wechat_qr }) => wechat_qr ?? []),
    ...partners.map(({ logo }) => logo),
    ...helpGroups.flatMap(({ articles }) =>
      articles.flatMap(({ html }) =>
        [...html.matchAll(/src="([^"]+)"/g)].map(([, src = '']) => src),
      ),
    ),
    ...sites.flatMap(({ site_logo, circle_logo, favicon }) => [site_logo, circle_logo, favicon]),
  ];

  it('exist wherever one is referenced, and all are used', () => {
    expect([...new Set(named)].filter((address) => !existsSync(getFile(address)))).toEqual([]);
    // Chat apps do not show SVG, so each has a PNG too.
    const used = new Set(
      named.map(getFile).flatMap((file) => [file, file.replace(/\.svg$/, '.png')]),
    );
    expect(allFiles(`${media}/static`).filter((file) => !used.has(file))).toEqual([]);
  });

  it('are small, different from each other and free of scripts', () => {
    const covers = [
      ...new Set(
        [...courses, ...packages, ...trainingClasses, ...events].map(({ cover }) => cover),
      ),
    ].map((address) => readFileSync(getFile(address), 'utf8'));
    expect(new Set(covers).size).toBe(covers.length);
    expect(Math.max(...covers.map((cover) => cover.length))).toBeLessThanOrEqual(4096);
    for (const file of allFiles(`${media}/static`))
      expect(readFileSync(file, 'utf8'), file).not.toMatch(/<script|\son\w+=|href=/);
  });
});

describe('the sample people', () => {
  it('have valid and unique numbers, names and passwords', () => {
    for (const { mobile, password, real_name, id_no, area_id } of people) {
      expect(
        [
          isMobile(mobile),
          isPassword(password),
          isRealName(real_name),
          isIdNumber(id_no),
          /^\d{6}$/.test(area_id),
        ],
        mobile,
      ).toEqual([true, true, true, true, true]);
    }
    expect(twice(people.map(({ mobile }) => mobile))).toEqual([]);
    expect(twice(people.map(({ id_no }) => id_no))).toEqual([]);
    expect(genderOf(people.find(({ key }) => key === 'nurse')!.id_no)).toBe('F');
  });

  it('study courses of their own site within the sections’ durations', () => {
    const byId = new Map(courses.map((course) => [course.id, course]));
    for (const { key, site, enrolments } of people) {
      for (const { course_id, sections, last_section_id } of enrolments) {
        const course = byId.get(course_id)!;
        expect(course.site, key).toBe(site === 'city' || site === 'ended' ? 'main' : site);
        const lengths = new Map(
          getSections(course).map(({ section_id, seconds }) => [section_id, seconds]),
        );
        if (sections.length > 0) expect(lengths.has(last_section_id), key).toBe(true);
        for (const { section_id, ranges } of sections)
          expect(
            ranges.every(([from, to]) => from < to && to <= lengths.get(section_id)!),
            key,
          ).toBe(true);
      }
    }
    expect(
      twice(people.flatMap(({ enrolments }) => enrolments.map(({ learning_id }) => learning_id))),
    ).toEqual([]);
  });

  it('cover the states: a half-finished course, a completed year, a locked, an unverified and a pending account', () => {
    const hours = new Map(courses.map(({ id, hours: count }) => [id, count]));
    const physician = people.find(({ key }) => key === 'physician')!;
    for (const yearsAgo of [0, 1]) {
      const done = physician.enrolments.filter(
        ({ completed }) => completed && 'yearsAgo' in completed && completed.yearsAgo === yearsAgo,
      );
      expect(
        done.reduce((sum, { course_id }) => sum + hours.get(course_id)!, 0),
      ).toBeGreaterThanOrEqual(90);
    }
    const nurse = people.find(({ mobile }) => mobile === '13800000001')!;
    expect(
      nurse.enrolments.some(({ sections }) =>
        sections.some(({ section_status }) => section_status === 'studying'),
      ),
    ).toBe(true);
    expect(people.some(({ status }) => status === 'locked')).toBe(true);
    expect(people.some(({ verify_status }) => verify_status === 'unverified')).toBe(true);
    expect(people.some(({ unit_status }) => unit_status === 'waiting')).toBe(true);
  });
});

describe('sites and news', () => {
  it('have ids, domains and menus: ten items with 帮助中心, four on the phone', () => {
    expect(twice(sites.flatMap(({ site_id, domain }) => [site_id, domain]))).toEqual([]);
    for (const { menus } of sites) expect(menus.map(({ title }) => title)).toContain('帮助中心');
    expect(sites.find(({ key }) => key === 'main')!.menus).toHaveLength(10);
    for (const { mobile_menus } of sites.filter(({ key }) => key !== 'city'))
      expect(mobile_menus.map(({ title }) => title)).toEqual(['首页', '课程', '学习', '我的']);
  });

  it('have eight regulations and eight notices, none in the future', () => {
    const now = new Date('2026-11-20T00:00:00Z');
    for (const type of ['N', 'B'])
      expect(
        news.filter((row) => row.site === 'main' && row.type === type).length,
      ).toBeGreaterThanOrEqual(8);
    expect(twice(news.map(({ id }) => id))).toEqual([]);
    expect(news.filter(({ publish }) => toMoment(publish, now) > now)).toEqual([]);
  });
});

describe('a moment', () => {
  const now = new Date('2026-07-02T04:00:00Z');
  it.each([
    [{ on: '2026-04-30 23:59:59' }, '2026-04-30T15:59:59.000Z'],
    [{ daysAgo: 1, minutes: 30 }, '2026-07-01T03:30:00.000Z'],
    [{ yearsAgo: 1, part: 0 }, '2024-12-31T16:00:00.000Z'],
    [{ yearsAgo: 1, part: 0.5 }, '2025-07-02T04:00:00.000Z'],
    [{ yearsAgo: 0, part: 1 }, '2026-07-02T04:00:00.000Z'],
  ])('%o is %s', (when, expected) => {
    expect(toMoment(when, now).toISOString()).toBe(expected);
  });
});
