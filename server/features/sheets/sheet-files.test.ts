/** Every file is read back by another program than the one that wrote it, and compared with the hours themselves. */

import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { readSheet } from 'read-excel-file/node';
import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { parseCsv } from '#domain/csv.fixture.ts';
import { lengthOf } from '#domain/intervals.ts';
import { CSV_FORMAT } from '#domain/languages.ts';
import { tablesXlsx } from '#server/platform/table-files/tables.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import { oracleDate, wallClock } from '#tests/support/oracles/eu-time-oracle.ts';
import { samples } from '#tests/support/samples.ts';
import { countsOf } from '../hours/month-seal.ts';
import { payrollCsv, payrollTable, payrollWorkbook } from './payroll-table.ts';
import { PUNCH_PRESETS, punchIssues, punchLines } from './punch-lines.ts';
import { cellText, monthSheets, type Sheet } from './sheet-model.ts';
import { sheetsPdf } from './sheet-pdf.ts';
import { sheetsXlsx } from './sheet-xlsx.ts';
import { randomMonth } from './sheets.fixture.ts';

type Made = ReturnType<typeof randomMonth>;
const sheetsOf = ({ people, input }: Made): Sheet[] => [
  ...monthSheets(
    input,
    translator(input.language),
    people.map(({ person }) => person),
  ),
];
const payrollOptions = ({ calendar, input: { isHoliday } }: Made) => ({
  ...{ counts: countsOf(calendar.rulesOn('2026-03-31')), isHoliday, columns: [] },
});
const MINUTE = 60_000;
const countries = ['LV', 'LT', 'PL', 'other'] as const;
const months = ['2026-02', '2026-03', '2026-05', '2026-10', '2026-12'] as const;
const cases = countries.flatMap((country) => months.map((month) => [country, month] as const));

/** Milliseconds of the person's worked slices in rows of the month. */
const workedMs = ({ hours }: Made['people'][number], month: string) =>
  lengthOf(hours.slices.filter(({ row }) => row.startsWith(month)));

const pdfOf = async (made: Made) => {
  const bytes = await sheetsPdf(sheetsOf(made), 'Žagarė: 2026-03');
  return getDocumentProxy(new Uint8Array(bytes));
};
type Pdf = Awaited<ReturnType<typeof pdfOf>>;
async function textsOf(pdf: Pdf): Promise<string[][]> {
  const pages: string[][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() ? [item.str.trim()] : [])));
  }
  return pages;
}
const words = (texts: string[]) => texts.join(' ').split(/\s+/).join('');

describe.each(cases)('%s, %s', (country, month) => {
  it('says of a person the same on the sheet of all as on their own', () => {
    const made = randomMonth(country, month, 7, Number(month.slice(5)), true);
    const figures = (rows: Sheet['rows'] = []) =>
      rows
        .filter(({ kind }) => kind === 'first')
        .map(({ cells: { index: _, ...cells } }) =>
          Object.entries(cells).map(([key, { minutes, count }]) => [key, minutes, count]),
        );
    const ofAll = sheetsOf(made).map(({ rows }) => figures(rows));
    const own = made.people.map((person) => figures(sheetsOf({ ...made, people: [person] })[0]?.rows));
    // A table of all, or a card for each.
    expect(ofAll).toEqual(ofAll.length === 1 ? [own.flat()] : own);
  });

  it('prints figures that add up and are those of the hours', () => {
    const made = randomMonth(country, month, 7, Number(month.slice(5)), true);
    const sheets = sheetsOf(made);
    for (const sheet of sheets) {
      const total = sheet.rows.at(-1);
      expect(total?.kind).toBe('total');
      for (const { key, isDay } of sheet.columns) {
        if (isDay || key === 'absenceHours') continue;
        const column = sheet.rows.slice(0, -1).map(({ cells }) => cells[key]?.minutes ?? 0);
        expect(total?.cells[key]?.minutes ?? 0, key).toBe(column.reduce((sum, value) => sum + value, 0));
      }
      for (const row of sheet.rows.slice(0, -1).filter(({ kind }) => kind === 'first')) {
        const days = sheet.columns.filter(({ isDay }) => isDay);
        if (days.length === 0) continue;
        const sum = days.reduce((all, { key }) => all + (row.cells[key]?.minutes ?? 0), 0);
        expect(row.cells.total?.minutes ?? 0).toBe(sum);
      }
      // The plan of the one person with a schedule, day by day.
      const t = translator(made.input.language);
      const planned = sheet.rows.filter(({ cells }) => cells.norm?.text === t('sheets:line.plan'));
      expect(planned.length).toBe(['LV', 'LT'].includes(country) ? 1 : 0);
      for (const { cells } of planned) {
        const schedule = [...(made.people[5]?.time.employment.schedule ?? [])];
        expect(schedule.map(([date]) => (cells[date]?.minutes ?? 0) * MINUTE)).toEqual(
          schedule.map(([, ms]) => ms),
        );
        const shifts = schedule.filter(([, ms]) => ms > 0).length;
        expect(cells.total).toEqual({ text: `${shifts * 12}:00` });
      }
    }
    const exact = made.people.map((person) => workedMs(person, month));
    const printed = sheets.flatMap(({ rows, columns }) =>
      columns.some(({ isDay }) => isDay)
        ? rows.filter(({ kind }) => kind === 'first').map(({ cells }) => cells.total?.minutes ?? 0)
        : [rows.at(-1)?.cells.total?.minutes ?? 0],
    );
    expect(printed.length).toBe(exact.length);
    for (const [index, minutes] of printed.entries()) {
      expect(Math.abs(minutes * MINUTE - (exact[index] ?? 0))).toBeLessThanOrEqual(MINUTE);
    }
    expect(printed.some((minutes) => minutes > 100 * 60)).toBe(true);
  });
});

describe.each(countries)('%s', (country) => {
  const made = randomMonth(country, '2026-03', 6, 4);

  it('writes a PDF that reads as the sheet does', async () => {
    const pdf = await pdfOf(made);
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({
      Title: 'Žagarė: 2026-03',
      Language: expect.stringMatching(/^(lv|lt|pl|en)-/),
    });
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const printed = words((await textsOf(pdf)).flat());
    for (const { title, rows, notes, head, columns } of sheetsOf(made)) {
      const texts = [title, ...notes, ...head.flat()];
      for (const text of texts) expect(printed).toContain(words([text]));
      for (const { cells } of rows) {
        for (const cell of columns.flatMap(({ key }) => cells[key] ?? [])) {
          for (const part of cellText(cell).split(/[\s/-]+/)) expect(printed).toContain(part);
        }
      }
    }
  });

  it('tags the PDF: a heading, tables with headings and rows of equal width', async () => {
    const pdf = await pdfOf(made);
    const sheet = sheetsOf(made)[0];
    type Node = { role?: string; children?: Node[]; type?: string };
    const root = (await (await pdf.getPage(1)).getStructTree()) as Node;
    const all = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(all)];
    const count = (role: string) => all(root).filter((node) => node.role === role).length;
    expect(count('H1')).toBe(1);
    expect(count('Table')).toBe(1);
    const groups = new Set(sheet?.columns.flatMap(({ group }) => group ?? []));
    expect(count('TH')).toBeGreaterThanOrEqual((sheet?.columns.length ?? 0) + groups.size);
    expect(count('TR')).toBe((sheet?.rows.length ?? 0) + (groups.size > 0 ? 2 : 1));
  });

  it('writes a workbook with numbers, and formulas that give them', async () => {
    const bytes = await sheetsXlsx(sheetsOf(made), 'Sheet');
    const sheets = sheetsOf(made);
    const formulas = await readXlsx(new Uint8Array(bytes), { readStyles: true });
    expect(formulas.sheets.length).toBe(sheets.length);
    for (const [index, sheet] of sheets.entries()) {
      const rows = (await readSheet(bytes, index + 1)).map((row) => row.map(numberOfDate));
      const first = rows.findIndex((row) => row.some((cell) => cell === sheet.columns[0]?.label)) + 2;
      for (const [at, row] of sheet.rows.entries()) {
        for (const [column, { key }] of sheet.columns.entries()) {
          const cell = row.cells[key] ?? {};
          const read = rows[first + at]?.[column] ?? null;
          const own = formulas.sheets[index]?.cells?.get(`${first + at},${column}`)?.formula;
          const expected = cell.minutes === undefined ? cell.count : cell.minutes / 1440;
          if (expected === undefined) expect(read, key).toBe(cellText(cell) || null);
          else expect(Number(read), `${sheet.name} ${key} ${at}`).toBeCloseTo(expected, 9);
          expect(own === undefined).toBe(cell.sum === undefined);
          if (own) expect(evaluate(own, rows)).toBeCloseTo(Number(read), 9);
        }
      }
    }
  });

  it('writes columns in which programs show every figure', async () => {
    const made = randomMonth(country, '2026-03', 25, 3, true);
    const [sheet] = sheetsOf(made);
    if (!sheet) throw new Error('No sheet');
    const book = await readXlsx(await sheetsXlsx([sheet], 'x'), { readStyles: true });
    const [tab] = book.sheets;
    for (const [index, { key, isDay }] of sheet.columns.entries()) {
      const width = tab?.columns?.[index]?.width ?? 0;
      for (const { cells } of sheet.rows) {
        const { length } = cellText(cells[key] ?? {});
        // What is too wide for a day is set smaller.
        if (!isDay) expect([key, Math.min(length, 38) < width]).toEqual([key, true]);
      }
    }
    const day = sheet.columns.findIndex(({ isDay }) => isDay);
    const styles = [...(tab?.cells ?? [])]
      .filter(([at]) => at.endsWith(`,${day}`))
      .map(([, { style }]) => style);
    expect(day < 0 || styles.some((style) => style?.alignment?.shrinkToFit)).toBe(true);
  });

  it('writes payroll tables as CSV and as a workbook, with the same figures', async () => {
    const t = translator(made.input.language);
    const people = made.people.map(({ person }) => person);
    const table = payrollTable(people, payrollOptions(made), t);
    const { language } = made.input;
    const csv = parseCsv(payrollCsv(table, language).slice(1), CSV_FORMAT[language].separator);
    const number = (text = '') => Number(text.replace(',', '.'));
    const column = (key: string) => csv[0]?.indexOf(t(key)) ?? -1;
    for (const [index, person] of made.people.entries()) {
      const row = csv[index + 1] ?? [];
      expect(row[0]).toBe(person.user.payrollNo);
      const worked = number(row[column('sheets:payroll.total')]);
      expect(Math.abs(worked * 3_600_000 - workedMs(person, '2026-03'))).toBeLessThanOrEqual(36_000);
      const overtime = number(row[column('sheets:payroll.overtime')]);
      expect(number(row[column('sheets:payroll.normal')])).toBeCloseTo(worked - overtime, 9);
    }
    const book = await readSheet(await tablesXlsx([payrollWorkbook(table, '2026-03')]));
    expect(book[0]).toEqual(csv[0]);
    for (const [index, row] of book.slice(1).entries()) {
      for (const [at, cell] of row.entries()) {
        const text = csv[index + 1]?.[at] ?? '';
        if (typeof cell === 'number') expect(cell).toBeCloseTo(number(text), 9);
        else expect(cell ?? '').toBe(text);
      }
    }
  });
});

/** This reader takes durations for times of the day that Excel calls 0. */
const numberOfDate = <Value>(value: Value) =>
  value instanceof Date ? (value.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000 : value;

/** Sums of ranges and quotients, as the sheets write them. */
function evaluate(formula: string, rows: unknown[][]): number {
  const column = (letters: string) =>
    [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return formula.split('+').reduce((sum, term) => {
    const range = /^SUM\(([A-Z]+)(\d+):([A-Z]+)(\d+)\)$/.exec(term);
    if (!range) {
      const [numerator, denominator] = term.split('/').map(Number);
      return sum + (numerator ?? Number.NaN) / (denominator ?? Number.NaN);
    }
    const [, left = '', top = '', right = '', bottom = ''] = range;
    const cells = rows
      .slice(Number(top) - 1, Number(bottom))
      .flatMap((row) => row.slice(column(left), column(right) + 1));
    return sum + cells.reduce<number>((all, cell) => all + (typeof cell === 'number' ? cell : 0), 0);
  }, 0);
}

describe('the PDF', () => {
  it.each(['LV', 'LT'] as const)('of 25 people in %s is one page, landscape', async (country) => {
    const pdf = await pdfOf(randomMonth(country, '2026-03', 25, 1));
    expect(pdf.numPages).toBe(1);
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    expect([Math.round(width), Math.round(height)]).toEqual([842, 595]);
  });

  it('repeats the heading of the table on each page, and loses nobody', async () => {
    const made = randomMonth('LV', '2026-03', 70, 2);
    const pages = await textsOf(await pdfOf(made));
    expect(pages.length).toBeGreaterThan(2);
    const table = pages.filter((texts) => texts.some((text) => /^\d+:\d\d$/.test(text)));
    for (const texts of table) expect(texts).toContain('Amats');
    const numbers = pages.flatMap((texts) => texts.filter((text) => /^[1-9]\d?$/.test(text)).map(Number));
    for (const index of made.people.keys()) expect(numbers).toContain(index + 1);
  });

  it('says across the page, and in words, that a month is not approved', async () => {
    const made = randomMonth('PL', '2026-03', 1, 3);
    for (const { person } of made.people) person.isApproved = false;
    const [texts = []] = await textsOf(await pdfOf(made));
    expect(texts.filter((text) => text === 'Niezatwierdzona').length).toBe(2);
    made.people.forEach(({ person }) => {
      person.isApproved = true;
    });
    expect((await textsOf(await pdfOf(made))).flat()).not.toContain('Niezatwierdzona');
  });
});

describe('hostile and foreign names', () => {
  const given = [
    'Ільзе Шевченко-Озола',
    'Γιώργος Παπαδόπουλος',
    'გიორგი მაისურაძე',
    'Արամ Խաչատրյան',
    'דוד כהן',
    'محمد علي',
    '王小明',
    '김철수',
    'राज कुमार',
    'สมชาย ใจดี',
    'Nguyễn Thị Hương',
    '👷 Jānis',
    '=HYPERLINK("http://x.test";"a")',
    '@SUM(A1)',
    '+1-1',
    `O'Hara "Quote"; Comma, Tab`,
    '\u202Eevil\u202C Name',
    `${'Garš'.repeat(50)}`,
    'Line\nBreak',
  ];
  const made = randomMonth('LV', '2026-03', given.length, 5);
  for (const [index, name] of given.entries()) {
    const { person } = made.people[index] ?? {};
    if (person) person.name = name;
  }

  it('print every character with a font that has it, and nothing that turns the line around', async () => {
    const pdf = await pdfOf(made);
    const printed = words((await textsOf(pdf)).flat());
    for (const name of given.slice(0, -2)) {
      // Lines may break anywhere between words, and right-to-left ones read backwards.
      for (const word of name
        .replace('👷', '?')
        .replace(/[\u202C\u202E]/g, '')
        .split(/[\s/-]+/)) {
        const marks = [...word.normalize('NFC')].filter((char) => !/\p{M}/u.test(char));
        const isBackwards = /[\u0590-\u06FF]/.test(word);
        if (isBackwards) for (const char of marks) expect(printed.normalize('NFKC')).toContain(char);
        else expect(printed.normalize('NFC'), word).toContain(word.normalize('NFC'));
      }
    }
    expect(printed).not.toMatch(/[\u202C\u202E\uFFFD]/);
    expect(pdf.numPages).toBeLessThanOrEqual(2);
  });

  it('print whatever letters and marks Unicode has: no name takes the sheet from the others', async () => {
    const isAssigned = (char: string) => !/[\p{Cn}\p{Cs}\p{Cc}]/u.test(char);
    const any = fc
      .integer({ min: 0x20, max: 0x10ffff })
      .map((code) => String.fromCodePoint(code))
      .filter(isAssigned);
    const mark = fc.integer({ min: 0x300, max: 0x36f }).map((code) => String.fromCodePoint(code));
    const letter = fc.oneof(
      fc.constantFrom(...'aeoxĀłß1баאבبج'),
      any,
      fc.constantFrom('👷🏽', '👨‍👩‍👧', '🇱🇻', '1️⃣'),
    );
    const name = fc
      .array(fc.tuple(letter, fc.oneof(mark, fc.constant(''), any)), { minLength: 1, maxLength: 12 })
      .map((pairs) => pairs.flat().join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 20, maxLength: 20 }), async (names) => {
        const one = randomMonth('LV', '2026-03', names.length, 5);
        for (const [index, { person }] of one.people.entries()) person.name = `Ann ${names[index]}`;
        const printed = words((await textsOf(await pdfOf(one))).flat());
        expect(printed.split('Ann').length - 1).toBeGreaterThanOrEqual(names.length);
      }),
      { numRuns: samples(4) },
    );
  });

  it('stay text in workbooks and CSV', async () => {
    const t = translator('lv');
    const people = made.people.map(({ person }) => person);
    const table = payrollTable(people, payrollOptions(made), t);
    const csv = parseCsv(payrollCsv(table, 'lv').slice(1), ';').slice(1);
    expect(csv.map((row) => row[1])).toEqual(given.map((name) => (/^[=+@-]/.test(name) ? `'${name}` : name)));
    for (const bytes of [
      await tablesXlsx([payrollWorkbook(table, '2026-03')]),
      await sheetsXlsx(sheetsOf(made), 'Sheet'),
    ]) {
      const cells = (await readSheet(bytes)).flat();
      for (const name of given) expect(cells).toContain(name);
      const { sheets } = await readXlsx(new Uint8Array(bytes), { readStyles: true });
      const formulas = [...(sheets[0]?.cells?.values() ?? [])].flatMap(({ formula }) => formula ?? []);
      expect(formulas.every((formula) => /^SUM\(|^\d/.test(formula))).toBe(true);
    }
  });
});

describe('punches', () => {
  it('are the examples of sheets.md', () => {
    const made = randomMonth('PL', '2026-03', 1, 1);
    const { person } = made.people[0] ?? {};
    if (!person) throw new Error('Nobody');
    const from = Date.parse('2003-02-05T07:00:00Z');
    const [day] = person.days;
    if (!day) throw new Error('No day');
    const one = {
      ...person,
      payrollNo: '1',
      days: [{ ...day, date: '2003-02-05', worked: [{ from, to: from + 8 * 3_600_000 }] }],
    };
    expect(punchLines([one], PUNCH_PRESETS.symfonia)).toEqual([
      '000000000120030205080011000010000000',
      '000000000120030205160001000010000000',
    ]);
    expect(punchLines([one], PUNCH_PRESETS.enova)).toEqual([
      '000000000010205080020',
      '000000000010205160030',
    ]);
  });

  it.each(['2026-03', '2026-10'])('of %s read back as the working time of the people', (month) => {
    const made = randomMonth('PL', month, 5, 9, true);
    const people = made.people.map(({ person }) => person);
    const lines = punchLines(people, PUNCH_PRESETS.symfonia);
    const read = lines.map((line) => {
      expect(line).toMatch(/^\d{36}$/);
      const at = (from: number, to: number) => line.slice(from, to);
      return {
        card: at(0, 10),
        time: `${at(10, 14)}-${at(14, 16)}-${at(16, 18)} ${at(18, 20)}:${at(20, 22)}`,
        isIn: at(22, 23) === '1',
        rest: at(23, 36),
      };
    });
    expect(read.every(({ rest }) => rest === '1000010000000')).toBe(true);
    for (const { user, time: own } of made.people) {
      // Neighbouring entries are no punches; the entries of the fixture have gaps.
      const expected = own.entries.filter(({ checkIn }) =>
        oracleDate(Number(checkIn), 'Europe/Warsaw').startsWith(month),
      );
      const clock = (ms: number) => wallClock(ms, 'Europe/Warsaw').slice(0, 16).replace('T', ' ');
      const found = read.filter(({ card }) => card === user.payrollNo.padStart(10, '0'));
      expect(found.map(({ time, isIn }) => [time, isIn])).toEqual(
        expected.flatMap(({ checkIn, checkOut }) => [
          [clock(Number(checkIn)), true],
          [clock(Number(checkOut)), false],
        ]),
      );
    }
  });

  it('name everybody whose number cannot stand in the file', () => {
    const made = randomMonth('PL', '2026-03', 6, 1);
    const numbers = [null, 'A-1', '12345678901', '007', '7', '8'];
    const people = made.people.map(({ person }, index) => ({ ...person, payrollNo: numbers[index] ?? null }));
    const reasons = punchIssues(people, 'symfonia', PUNCH_PRESETS.symfonia).map(({ person, reason }) => [
      person.payrollNo,
      reason,
    ]);
    expect(reasons).toEqual([
      [null, 'missing'],
      ['A-1', 'unusable'],
      ['12345678901', 'unusable'],
      ['007', 'shared'],
      ['7', 'shared'],
    ]);
  });
});
