import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const css = readFileSync(new URL('../styles/theme.css', import.meta.url), 'utf8');

type Rgb = [number, number, number];
const LIGHT = 0;
const DARK = 1;

/** OKLCH to linear sRGB, https://www.w3.org/TR/css-color-4/#color-conversion-code. */
function linearRgb([lightness, chroma, hue]: number[]): Rgb {
  const a = (chroma ?? 0) * Math.cos(((hue ?? 0) * Math.PI) / 180);
  const b = (chroma ?? 0) * Math.sin(((hue ?? 0) * Math.PI) / 180);
  const long = ((lightness ?? 0) + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = ((lightness ?? 0) - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = ((lightness ?? 0) - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const tokens = new Map<string, [Rgb, Rgb]>();
for (const [, name = '', light = '', dark = ''] of css.matchAll(
  /^\s*--([\w-]+): light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\);$/gm,
)) {
  tokens.set(name, [linearRgb(light.split(' ').map(Number)), linearRgb(dark.split(' ').map(Number))]);
}

function luminance(name: string, theme: typeof LIGHT | typeof DARK): number {
  const rgb = tokens.get(name)?.[theme];
  if (!rgb) throw new Error(`no token --${name} in theme.css`);
  const [red, green, blue] = rgb.map((channel) => Math.min(1, Math.max(0, channel))) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2 contrast ratio, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio. */
function contrast(one: string, other: string, theme: typeof LIGHT | typeof DARK): number {
  const [dark = 0, light = 0] = [luminance(one, theme), luminance(other, theme)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const PLAIN = ['paper', 'surface', 'sunken'];
const TONES = ['working', 'attention', 'destructive', 'brand'];
const TEXT_PAIRS = [
  ...PLAIN.flatMap((background) => [
    ['ink', background],
    ['ink-muted', background],
    ...TONES.map((tone) => [`${tone}-text`, background]),
  ]),
  ...TONES.flatMap((tone) => [
    [`${tone}-text`, `${tone}-soft`],
    ['ink', `${tone}-soft`],
    ['ink-muted', `${tone}-soft`],
    [`on-${tone}`, tone],
  ]),
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-brand', 'brand-hover'],
  ['on-destructive', 'destructive-hover'],
  ['paper', 'ink'],
];
const UI_PAIRS = [
  ...PLAIN.flatMap((background) => [
    ['edge', background],
    ['focus', background],
    ['primary', background],
    ['working', background],
    ['attention', background],
    ['destructive', background],
  ]),
  ...TONES.map((tone) => ['focus', `${tone}-soft`]),
];

it.each([
  { name: 'light', theme: LIGHT },
  { name: 'dark', theme: DARK },
] as const)('every pair of colours is readable in the $name theme', ({ theme }) => {
  const failures = [
    ...TEXT_PAIRS.map((pair) => ({ pair, least: 4.5 })),
    ...UI_PAIRS.map((pair) => ({ pair, least: 3 })),
  ].flatMap(({ pair: [front = '', back = ''], least }) => {
    const ratio = contrast(front, back, theme);
    return ratio >= least ? [] : [`${front} on ${back}: ${ratio.toFixed(2)}, needs ${least}`];
  });
  expect(failures).toEqual([]);
});

it('the conversion matches known values', () => {
  expect(linearRgb([1, 0, 0]).map((channel) => Math.round(channel * 1000) / 1000)).toEqual([1, 1, 1]);
  // oklch of #ff0000.
  expect(linearRgb([0.62796, 0.25768, 29.234]).map((channel) => Math.round(channel * 100) / 100 + 0)).toEqual(
    [1, 0, 0],
  );
});
