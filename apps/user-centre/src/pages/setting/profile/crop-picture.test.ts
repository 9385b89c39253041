import { describe, expect, it } from 'vitest';
import { centred, squareOf } from './crop-picture.ts';

describe('the square of a picture', () => {
  it('is the middle of it at first', () => {
    expect(squareOf(400, 300, centred)).toEqual({ x: 50, y: 0, size: 300 });
    expect(squareOf(300, 500, centred)).toEqual({ x: 0, y: 100, size: 300 });
  });

  it('moves to the edges and never leaves the picture', () => {
    expect(squareOf(400, 300, { ...centred, left: 0 })).toEqual({ x: 0, y: 0, size: 300 });
    expect(squareOf(400, 300, { ...centred, left: 1 })).toEqual({ x: 100, y: 0, size: 300 });
    const { x, y, size } = squareOf(400, 300, { zoom: 1, left: 1, top: 1 });
    expect([x + size, y + size, size]).toEqual([400, 300, 75]);
  });
});
