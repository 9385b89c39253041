import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Slide } from './scripts/script.ts';

export const sampleRate = 22_050;

/** A spoken sentence with its times in seconds from the start of the section. */
export interface Cue {
  from: number;
  to: number;
  text: string;
}

export interface Spoken {
  sound: Int16Array;
  cues: Cue[];
  /** Seconds for which each slide is shown. */
  lengths: number[];
}

/** Pronunciation of figures and signs. */
function readable(text: string): string {
  return text
    .replace(/(\d+(?:\.\d+)?)%/g, '百分之$1')
    .replace(/(\d+)\/(\d+)/g, '$1比$2')
    .replace(/[“”《》（）]/g, ' ')
    .replace(/AED/g, 'A E D');
}

function speak(text: string, scratch: string): Int16Array {
  const file = `${scratch}/speech.wav`;
  execFileSync('espeak-ng', [
    '-v',
    'cmn',
    '-s',
    '174',
    '-p',
    '42',
    '-a',
    '120',
    '-w',
    file,
    readable(text),
  ]);
  const wave = readFileSync(file);
  const body = wave.subarray(44, wave.length - (wave.length % 2));
  return trim(new Int16Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.length)));
}

/** Trims silence at both ends. */
function trim(sound: Int16Array): Int16Array {
  const loud = (value: number) => Math.abs(value) > 220;
  const from = sound.findIndex(loud);
  const to = sound.findLastIndex(loud);
  return from < 0 ? sound : sound.slice(from, to + 1);
}

const silence = (seconds: number) => new Int16Array(Math.round(seconds * sampleRate));

/** A soft bell between slides: two decaying partials. */
function bell(seconds: number): Int16Array {
  return Int16Array.from({ length: Math.round(seconds * sampleRate) }, (_, at) => {
    const time = at / sampleRate;
    const fade = Math.exp(-5 * time) * Math.min(1, time * 80);
    return Math.round(
      1500 *
        fade *
        (Math.sin(2 * Math.PI * 523.25 * time) + 0.5 * Math.sin(2 * Math.PI * 784 * time)),
    );
  });
}

/** The sentences of a slide, as spoken and as shown in the subtitles. */
const sentences = ({ head, points = [], say }: Slide) =>
  [head, ...points, ...(say?.split(/(?<=。)/) ?? [])].filter((text) => text !== '');

/** Synthesises the speech of the slides in sequence. */
export function speakSlides(slides: Slide[], scratch: string): Spoken {
  const parts: Int16Array[] = [];
  const cues: Cue[] = [];
  const lengths: number[] = [];
  let at = 0;
  const add = (sound: Int16Array) => {
    parts.push(sound);
    at += sound.length / sampleRate;
  };
  for (const slide of slides) {
    const from = at;
    add(bell(0.9));
    for (const text of sentences(slide)) {
      const start = at;
      add(speak(text, scratch));
      cues.push({ from: start, to: at + 0.3, text });
      add(silence(0.55));
    }
    if (slide.think) {
      cues.push({ from: at, to: at + slide.think, text: '（请暂停片刻，想一想）' });
      for (let left = slide.think; left > 0; left -= 10)
        add(left < 10 ? silence(left) : join([bell(2), silence(8)]));
    }
    add(silence(0.7));
    lengths.push(at - from);
  }
  return { sound: join(parts), cues, lengths };
}

function join(parts: Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

/** A mono WAV file of 16 bit. */
export function waveFile(sound: Int16Array): Buffer {
  const head = Buffer.alloc(44);
  const bytes = sound.length * 2;
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, Buffer.from(sound.buffer)]);
}

const clock = (seconds: number) => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);

/** Subtitles as WebVTT. */
export const subtitles = (cues: Cue[]) =>
  `WEBVTT\n\n${cues.map(({ from, to, text }) => `${clock(from)} --> ${clock(to)}\n${text}\n`).join('\n')}`;
