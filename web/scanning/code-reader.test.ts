import { describe, expect, it } from 'vitest';
import { coveredPart } from './code-reader.ts';

describe('coveredPart', () => {
  it('is the whole picture if the box has the same aspect ratio', () => {
    const picture = { width: 1280, height: 720 };
    expect(coveredPart(picture, { width: 640, height: 360 })).toEqual({ x: 0, y: 0, ...picture });
  });

  it('is the middle of a wide picture in an upright box', () => {
    expect(coveredPart({ width: 1280, height: 720 }, { width: 300, height: 400 })).toEqual({
      x: 370,
      y: 0,
      width: 540,
      height: 720,
    });
  });

  it('is the middle of an upright picture in a wide box', () => {
    expect(coveredPart({ width: 720, height: 1280 }, { width: 320, height: 180 })).toEqual({
      x: 0,
      y: 437,
      width: 720,
      height: 405,
    });
  });

  it('is the whole picture while the box has no size', () => {
    expect(coveredPart({ width: 720, height: 1280 }, { width: 0, height: 0 })).toEqual({
      x: 0,
      y: 0,
      width: 720,
      height: 1280,
    });
  });
});
