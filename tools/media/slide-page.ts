import { drawEmblem, type EmblemName } from './emblems.ts';
import type { Slide } from './scripts/script.ts';

export interface Frame {
  course: string;
  section: string;
  teacher: string;
  emblem: EmblemName;
  hue: number;
  at: number;
  of: number;
}

const escapeHtml = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const createStyle = (hue: number) => `
*{box-sizing:border-box;margin:0}
body{width:1280px;height:720px;overflow:hidden;font-family:'Noto Sans CJK SC',sans-serif;color:#16232B;background:#F7F9F8;display:grid;grid-template-rows:88px 1fr 60px}
header,footer{display:flex;align-items:center;justify-content:space-between;padding:0 72px;font-size:24px;color:hsl(${hue} 30% 28%)}
header{border-bottom:2px solid hsl(${hue} 24% 86%)}
header b{font-weight:600}
main{position:relative;padding:0 72px;display:grid;grid-template-columns:1fr auto;column-gap:56px;align-items:center}
h1{font-size:56px;line-height:1.35;font-weight:700;color:hsl(${hue} 55% 20%);text-wrap:balance}
ol{list-style:none;padding:0;margin-top:34px;display:grid;gap:20px}
li{display:grid;grid-template-columns:52px 1fr;font-size:35px;line-height:1.5;align-items:start}
li i{font-style:normal;width:36px;height:36px;margin-top:8px;border-radius:18px;background:hsl(${hue} 45% 32%);color:#fff;font-size:21px;font-weight:600;text-align:center;line-height:36px}
aside{width:300px;height:300px;border-radius:150px;background:hsl(${hue} 38% 91%);display:grid;place-content:center;text-align:center;color:hsl(${hue} 55% 22%)}
aside strong{font-size:72px;line-height:1.1;font-weight:700}
aside span{font-size:25px;margin-top:12px}
blockquote{margin-top:30px;font-size:34px;line-height:1.65;padding-left:26px;border-left:6px solid hsl(${hue} 40% 70%)}
.opening{background:hsl(${hue} 45% 22%)}
.opening h1{color:#fff;font-size:66px}
.opening header,.opening footer{color:hsl(${hue} 40% 88%);border-color:hsl(${hue} 30% 36%)}
.opening p{margin-top:30px;font-size:32px;color:hsl(${hue} 40% 88%)}
.opening aside{background:hsl(${hue} 45% 17%);color:#fff}
`;

/** A slide as a page of 1280 by 720. The first slide of a section shows its title. */
export function renderSlide(slide: Slide, frame: Frame): string {
  const { course, section, teacher, emblem, hue, at, of } = frame;
  const opening = at === 0 && !slide.points;
  const side = slide.fact
    ? `<aside><strong>${escapeHtml(slide.fact[0])}</strong><span>${escapeHtml(slide.fact[1])}</span></aside>`
    : `<aside><svg width="190" height="190" viewBox="0 0 100 100">${drawEmblem(emblem, { x: 0, y: 0, size: 100 }, { ink: opening ? '#ffffff' : `hsl(${hue} 45% 30%)`, width: 2.6 })}</svg></aside>`;
  const points = (slide.points ?? [])
    .map((point, index) => `<li><i>${index + 1}</i>${escapeHtml(point)}</li>`)
    .join('');
  const footer = opening
    ? `<p>${escapeHtml(teacher)}</p>`
    : slide.say && !slide.points
      ? `<blockquote>${escapeHtml(slide.say)}</blockquote>`
      : '';
  return `<!doctype html><meta charset="utf-8"><style>${createStyle(hue)}</style><body class="${opening ? 'opening' : ''}">
<header><b>${escapeHtml(course)}</b><span>${escapeHtml(section)}</span></header>
<main><div><h1>${escapeHtml(slide.head)}</h1>${footer}${points ? `<ol>${points}</ol>` : ''}</div>${side}</main>
<footer><span>${opening ? '' : escapeHtml(section)}</span><span>${at + 1} / ${of}</span></footer></body>`;
}
