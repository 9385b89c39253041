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
function toSpokenText(text: string): string {
  return text
    .replace(/(\d+(?:\.\d+)?)%/g, '百分之$1')
    .replace(/(\d+)\/(\d+)/g, '$1比$2')
    .replace(/[“”《》（）]/g, ' ')
    .replace(/AED/g, 'A E D');
}

function synthesize(text: string, scratch: string): Int16Array {
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
    toSpokenText(text),
  ]);
  const waveData = readFileSync(file);
  const body = waveData.subarray(44, waveData.length - (waveData.length % 2));
  return trimSilence(
    new Int16Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.length)),
  );
}

/** Trims silence at both ends. */
function trimSilence(sound: Int16Array): Int16Array {
  const isLoud = (value: number) => Math.abs(value) > 220;
  const from = sound.findIndex(isLoud);
  const to = sound.findLastIndex(isLoud);
  return from < 0 ? sound : sound.slice(from, to + 1);
}

const createSilence = (seconds: number) => new Int16Array(Math.round(seconds * sampleRate));

/** A soft bell between slides: two decaying partials. */
function createBell(seconds: number): Int16Array {
  return Int16Array.from({ length: Math.round(seconds * sampleRate) }, (_, index) => {
    const time = index / sampleRate;
    const fade = Math.exp(-5 * time) * Math.min(1, time * 80);
    return Math.round(
      1500 *
        fade *
        (Math.sin(2 * Math.PI * 523.25 * time) + 0.5 * Math.sin(2 * Math.PI * 784 * time)),
    );
  });
}

/** The sentences of a slide, as spoken and as shown in the subtitles. */
const listSentences = ({ head, points = [], say }: Slide) =>
  [head, ...points, ...(say?.split(/(?<=。)/) ?? [])].filter((text) => text !== '');

/** Synthesises the speech of the slides in sequence. */
export function speakSlides(slides: Slide[], scratch: string): Spoken {
  const parts: Int16Array[] = [];
  const cues: Cue[] = [];
  const lengths: number[] = [];
  let position = 0;
  const append = (sound: Int16Array) => {
    parts.push(sound);
    position += sound.length / sampleRate;
  };
  for (const slide of slides) {
    const from = position;
    append(createBell(0.9));
    for (const text of listSentences(slide)) {
      const start = position;
      append(synthesize(text, scratch));
      cues.push({ from: start, to: position + 0.3, text });
      append(createSilence(0.55));
    }
    if (slide.think) {
      cues.push({ from: position, to: position + slide.think, text: '（请暂停片刻，想一想）' });
      for (let remaining = slide.think; remaining > 0; remaining -= 10)
        append(
          remaining < 10 ? createSilence(remaining) : joinSounds([createBell(2), createSilence(8)]),
        );
    }
    append(createSilence(0.7));
    lengths.push(position - from);
  }
  return { sound: joinSounds(parts), cues, lengths };
}

function joinSounds(parts: Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

/** A mono WAV file of 16 bit. */
export function createWaveFile(sound: Int16Array): Buffer {
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

const formatTime = (seconds: number) =>
  new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);

/** Subtitles as WebVTT. */
export const createSubtitles = (cues: Cue[]) =>
  `WEBVTT\n\n${cues.map(({ from, to, text }) => `${formatTime(from)} --> ${formatTime(to)}\n${text}\n`).join('\n')}`;
