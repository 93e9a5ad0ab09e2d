import { expect, it } from 'vitest';
import { findOutdated, joinTexts } from './contents.ts';

const recorded = { months: joinTexts(['Reports', 'Months', 'Name', 'Hours']), kiosk: joinTexts(['Hall']) };

it('has nothing to say about pictures that show what their screens say', () => {
  expect(findOutdated(recorded, { ...recorded })).toEqual([]);
});

it('names the picture whose heading or column has changed, with both texts', () => {
  const now = { ...recorded, months: joinTexts(['Hours', 'Months', 'Name', 'Counted']) };
  expect(findOutdated(recorded, now)).toEqual(['months: shows “Reports”, its screen “Counted”']);
});

it('names a picture that is no longer taken, and one that was never taken', () => {
  const { kiosk, ...others } = recorded;
  expect(findOutdated(recorded, others)).toEqual(['kiosk: shows “Hall”, its screen “”']);
  expect(findOutdated(others, { ...others, crew: kiosk })).toEqual(['crew: shows “”, its screen “Hall”']);
});

it('takes a text once, and leaves out counts, dates and further lines', () => {
  expect(joinTexts(['Name', ' Overview\n1\nto decide ', '', '5 people', 'Name'])).toBe('Name | Overview');
});
