import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportAnswer } from '#contract/imports.ts';
import { dateIn, previousMonthOf } from '#domain/dates.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { CSV, XLSX } from '#domain/media-types.ts';
import { zip } from '#server/platform/table-files/hostile-files.fixture.ts';
import { translator } from '#server/platform/texts/i18n.ts';
import {
  addEmployee,
  addLocation,
  password,
  registerCompany,
  uniqueEmail,
} from '#tests/support/factories.ts';
import { startTestApp, type TestApp, type TestClient } from '#tests/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const t = translator('en');
const hour = 3_600_000;
const terms = {
  validFrom: '2026-01-01',
  weekly: 40 * hour,
  pattern: [8, 8, 8, 8, 8, 0, 0].map((hours) => hours * hour),
};
type Content = string | Uint8Array<ArrayBuffer>;
const csv = (content: Content) => new Blob([content], { type: CSV });
const xlsx = async (rows: (string | number | boolean | Date | null)[][]) =>
  new Blob([(await writeXlsx({ sheets: [{ name: 'A', rows }] })) as Uint8Array<ArrayBuffer>], { type: XLSX });
const dryRun = { dryRun: 'true' } as const;
const company = (changes: object = {}) => registerCompany(app, { subscriptionPlan: 'business', ...changes });
const preview = (admin: TestClient, content: Content) =>
  admin.ok('importEmployees', { query: dryRun, file: csv(content) });
const apply = (admin: TestClient, content: Content) =>
  admin.ok('importEmployees', { query: {}, file: csv(content) });
const refuse = (admin: TestClient, file: Blob) => admin.call('importEmployees', { query: dryRun, file });
const outcomes = ({ rows }: ImportAnswer) => rows.map(({ line, outcome }) => [line, outcome]);
const messages = ({ rows }: ImportAnswer) =>
  rows.flatMap(({ issues }) => issues.map(({ message }) => message));
const people = async (admin: TestClient) =>
  (await admin.ok('listEmployees')).filter(({ isOwner }) => !isOwner);
const exported = async (admin: TestClient, format = 'csv', language = 'en') => {
  const headers = { 'accept-language': language };
  const response = await admin.raw({ url: `/api/employees/export?format=${format}`, headers });
  expect(response.statusCode).toBe(200);
  return new Blob([response.rawPayload as Buffer<ArrayBuffer>], {
    type: String(response.headers['content-type']).split(';')[0] ?? '',
  });
};

const heading =
  'First name;Last name;Email;Employee number;Payroll number;Position;Employed from;Employed until;Hours a week';

describe('a file of people', () => {
  it('is previewed without a trace, written as a whole, and changes nothing the second time', async () => {
    const { admin } = await company();
    const email = uniqueEmail('imported');
    const fileWith = (position: string) =>
      [
        'Surname;Given name;E-MAIL;personal_number;Payroll no;Position;Employed from;Hours a week;Shoe size',
        `Ozola;Ilze;${email};0042;007;"${position}";2026-03-01;37,5;38`,
        'Ozols;Jānis;;;;;5.3.2026;;',
        ';;;;;;;;',
        'Liepa;Pēteris;;7;;Krāsotājs;;;',
      ].join('\r\n');
    const file = fileWith('Galdniece; meistare');
    const seen = await preview(admin, file);
    expect(outcomes(seen)).toEqual([
      [2, 'new'],
      [3, 'new'],
      [5, 'new'],
    ]);
    expect(seen).toMatchObject({
      applied: false,
      unknownColumns: ['Shoe size'],
      refusal: null,
      invited: null,
    });
    // A line break within quotes stays in its cell, and a position has none.
    const broken = await apply(admin, fileWith('Galdniece;\nmeistare'));
    expect(broken.applied).toBe(false);
    expect(broken.rows.map(({ issues }) => issues)).toEqual([
      [{ path: 'position', message: t('validation:controlCharacters') }],
      [],
      [],
    ]);
    expect(await people(admin)).toEqual([]);
    expect((await apply(admin, file)).applied).toBe(true);
    const [ilze, janis, peteris] = await people(admin);
    expect(ilze).toMatchObject({
      ...{ firstName: 'Ilze', lastName: 'Ozola', email, role: 'employee', isActive: true },
      ...{ personalNumber: '0042', payrollNo: '007', position: 'Galdniece; meistare' },
      ...{ employedFrom: '2026-03-01', mustChangePassword: true, invitation: { state: 'none' } },
      terms: [{ validFrom: '2026-03-01', weekly: 37.5 * hour, workTime: 'fixed' }],
    });
    expect(ilze?.terms[0]?.pattern).toEqual([7.5, 7.5, 7.5, 7.5, 7.5, 0, 0].map((hours) => hours * hour));
    expect(janis).toMatchObject({ lastName: 'Ozols', employedFrom: '2026-03-05', email: null, terms: [] });
    expect(peteris).toMatchObject({ personalNumber: '7', position: 'Krāsotājs' });
    for (const [number, person] of [ilze, janis, peteris].entries()) {
      const again = await apply(admin, file);
      expect([again.applied, again.rows[number]?.outcome]).toEqual([true, 'unchanged']);
      expect((await people(admin))[number]).toEqual(person);
    }
    const mails = app.services.db.selectFrom('devMail').where('recipient', '=', email);
    expect(await mails.selectAll().execute()).toEqual([]);
  });

  it('is read in every common encoding, separator and language', async () => {
    const { admin } = await company();
    const names = { lv: 'Šķēle Ģirts', lt: 'Žukauskas Ąžuolas', pl: 'Źdźbło Świętosława', en: 'Ozols Jānis' };
    const page = (text: string, encoding: string) => {
      const codes = new Map(
        Array.from({ length: 128 }, (_, at) => [
          new TextDecoder(encoding).decode(Uint8Array.of(at + 128)),
          at + 128,
        ]),
      );
      return Uint8Array.from(text, (letter) => codes.get(letter) ?? letter.charCodeAt(0));
    };
    const utf16 = (text: string, isBig: boolean) => {
      const bytes = Buffer.from(text, 'utf16le');
      return new Uint8Array(isBig ? bytes.swap16() : bytes);
    };
    for (const language of LANGUAGES) {
      const say = translator(language);
      const [lastName, firstName] = names[language].split(' ');
      // Each is a process of its own: no need of all pairs.
      for (const separator of [',;\t'.charAt(LANGUAGES.indexOf(language) % 3)]) {
        const text = `${say('import:columns.employees.lastName')}${separator}${say('import:columns.employees.firstName').toUpperCase()}\n${lastName}${separator}${firstName}\n`;
        const files = [
          text,
          `\uFEFF${text.replaceAll('\n', '\r\n')}`,
          utf16(`\uFEFF${text}`, false),
          utf16(`\uFEFF${text}`, true),
          utf16(text, false),
          page(text, language === 'pl' ? 'windows-1250' : 'windows-1257'),
        ];
        for (const [index, content] of files.entries()) {
          const { rows } = await preview(admin, content);
          expect([language, index, rows.map(({ name, outcome }) => [name, outcome])]).toEqual([
            ...[language, index],
            [[`${firstName} ${lastName}`, 'new']],
          ]);
        }
      }
    }
  });

  it('finds people by id, numbers and address, by the name if that is all, and says what it would replace', async () => {
    const { admin } = await company();
    const email = uniqueEmail('anna');
    await apply(
      admin,
      `${heading}\nAnna;Kalna;${email};11;A1;;;;\nJuris;Kalns;;;;;;;\nZane;Zariņa;;;;;;;\nZane;Zariņa;;12;;;;;`,
    );
    const [, juris] = await people(admin);
    const { rows } = await preview(
      admin,
      [
        `ID;${heading}`,
        `;Anna;Liepa;${email.toUpperCase()};;;Grāmatvede;;;`,
        `${juris?.id};Georgs;Kalnietis;;13;;;;;`,
        ';Zane;Zariņa;;;;;;;',
        ';Pāvils;Priede;;11;;;;;',
        ';Anna;Kalna;;12;A1;;;;',
        `${crypto.randomUUID()};Nav;Neviena;;;;;;`,
        ';Anna;Kalna;;14;A1;;;;',
      ].join('\n'),
    );
    expect(
      rows.map(({ outcome, changes, issues }) => ({
        outcome,
        changes,
        said: issues.map((issue) => issue.message),
      })),
    ).toEqual([
      {
        outcome: 'changed',
        changes: [
          { path: 'lastName', before: 'Kalna', after: 'Liepa' },
          { path: 'position', before: '', after: 'Grāmatvede' },
        ],
        said: [],
      },
      expect.objectContaining({ outcome: 'changed', said: [] }),
      { outcome: 'invalid', changes: [], said: [t('import:issues.ambiguous')] },
      expect.objectContaining({
        outcome: 'invalid',
        said: [
          t('import:issues.duplicate', { line: 2 }),
          t('import:issues.otherPerson', { name: 'Anna Kalna' }),
        ],
      }),
      { outcome: 'invalid', changes: [], said: [t('import:issues.ambiguous')] },
      { outcome: 'invalid', changes: [], said: [t('import:issues.unknownId')] },
      expect.objectContaining({ outcome: 'invalid', said: [t('import:issues.duplicate', { line: 2 })] }),
    ]);
    // A name with a number that nobody has is that of the one person without any.
    const number = await apply(admin, `${heading}\nJuris;Kalns;;77;;;;;`);
    expect([number.applied, number.rows[0]?.outcome]).toEqual([true, 'changed']);
    expect((await people(admin))[1]).toMatchObject({ id: juris?.id, personalNumber: '77' });
    const namesake = await preview(admin, `${heading}\nJuris;Kalns;;78;;;;;`);
    expect(outcomes(namesake)).toEqual([[2, 'new']]);
  });

  it('begins with a separator for Excel or with titles, and keeps zeros that Excel would drop', async () => {
    const { admin } = await company();
    const lines = (first: string, content: string[]) => `${first}${content.join('\r\n')}`;
    const rows = ['Vārds|Uzvārds|Tabeles numurs', 'Anna|Kalna|="00045"', 'Juris|Kalns|4,5E+11'];
    for (const [separator, mark] of [
      ['|', ''],
      ['|', '\uFEFF'],
    ]) {
      const file = lines(`${mark}sep=${separator}\r\n`, rows);
      const seen = await preview(admin, file);
      // Excel does not count its own line.
      expect(seen.rows.map(({ line, issues }) => [line, issues])).toEqual([
        [2, []],
        [3, [{ path: 'payrollNo', message: t('import:issues.mangled') }]],
      ]);
    }
    const titled = lines('Darbinieku saraksts;;\r\n;;\r\nSIA Priede;2026;\r\n', [
      ...rows.slice(0, 2).map((row) => row.replaceAll('|', ';')),
    ]);
    expect(outcomes(await apply(admin, titled))).toEqual([[5, 'new']]);
    expect(await people(admin)).toMatchObject([{ firstName: 'Anna', payrollNo: '00045' }]);
    const late = lines(';;\nA;;\n'.repeat(10), [rows[0]?.replaceAll('|', ';') ?? '', 'Anna;Kalna;']);
    expect((await refuse(admin, csv(late))).body.code).toBe('file_columns');
  });

  it('has first and last names in one column, and says how it read those that could be read otherwise', async () => {
    const { admin } = await company();
    const read = async (heading: string, names: string[]) => {
      const { rows } = await preview(
        admin,
        [`${heading};Email`, ...names.map((name) => `"${name}";`)].join('\n'),
      );
      return rows.map(({ issues, notes }) => [...issues, ...notes].map(({ message }) => message));
    };
    const taken = (firstName: string, lastName: string) => [
      t('import:notes.divided', { firstName, lastName }),
    ];
    const names = ['Anna Kalna', 'Bērza, Ilze', 'Anna Marija Kalna-Liepa', 'Anna'];
    for (const heading of [
      'Vardas, pavardė',
      '"Vārds, uzvārds"',
      'Imię i nazwisko',
      'First name and surname',
    ]) {
      expect(await read(heading.includes('"') ? heading : `"${heading}"`, names)).toEqual([
        [],
        taken('Ilze', 'Bērza'),
        taken('Anna Marija', 'Kalna-Liepa'),
        [t('validation:firstNameRequired')],
      ]);
    }
    expect(await read('Nazwisko i imię', ['Kalna Anna', 'Bērza, Ilze', 'Kalna Anna Marija'])).toEqual([
      [],
      [],
      taken('Anna Marija', 'Kalna'),
    ]);
    expect(await read('Name', ['Anna Kalna'])).toEqual([taken('Anna', 'Kalna')]);
    // Beside a last name it is the first one.
    const file = 'Name;Surname;Employee number\nAnna Marija;Kalna;7';
    expect((await apply(admin, file)).rows).toMatchObject([{ notes: [], outcome: 'new' }]);
    expect(await people(admin)).toMatchObject([{ firstName: 'Anna Marija', lastName: 'Kalna' }]);
    const missing = await refuse(admin, csv('Full name;Last name\nAnna Kalna;Kalna'));
    expect(missing.body.code).toBe('file_columns');
  });

  it('is refused row by row: duplicates, wrong types, cells beyond the headings', async () => {
    const { admin } = await company();
    const seen = await preview(
      admin,
      [
        heading,
        'Ādams;Ābele;;1;;;;;',
        'Bruno;Bērzs;;1;;;;;',
        'Ādams;Ābele;;;;;;;',
        'Ādams;Ābele;;;;;;;',
        ';;nobody;12a;;;2026-02-30;;0',
        'Dace;Dīvaina;;;;;2026-03-02;2026-03-01;169',
        'Elza;Egle;;;;;;;40;;more',
      ].join('\n'),
    );
    const wrong = (path: string, key: string) => ({ path, message: t(key) });
    expect(seen.rows.map(({ issues }) => issues)).toEqual([
      [],
      [{ path: 'personalNumber', message: t('import:issues.sameValue', { line: 2 }) }],
      [],
      [{ path: '', message: t('import:issues.sameName', { line: 4 }) }],
      [
        wrong('firstName', 'validation:firstNameRequired'),
        wrong('lastName', 'validation:lastNameRequired'),
        wrong('email', 'validation:email'),
        wrong('personalNumber', 'validation:personalNumber'),
        wrong('employedFrom', 'validation:date'),
        wrong('weekly', 'validation:weeklyHours'),
      ],
      [wrong('weekly', 'validation:weeklyHours'), wrong('employedTo', 'validation:dateOrder')],
      [wrong('', 'import:issues.tooManyCells')],
    ]);
    expect(outcomes(seen).filter(([, outcome]) => outcome === 'new')).toHaveLength(2);
  });
});

describe('a workbook', () => {
  it('gives results of formulas, dates and numbers as they are seen, and refuses what has none', async () => {
    const { admin } = await company();
    const head = ['Vārds', 'Uzvārds', 'Personas numurs', 'Strādā no', 'Stundas nedēļā'];
    const cells = new Map<string, object>([
      ['2,0', { value: 'Anna', formula: 'A9&""', formulaResult: 'Anna', type: 'formula' }],
      ['3,1', { formula: 'A9&""', type: 'formula' }],
    ]);
    const rows = [
      head,
      ['Juris', 'Vējš', '0007', new Date('2026-03-01T00:00:00Z'), 37.5],
      ['', 'Kalna', 42, '2026-03-02', 40],
      ['Ilze', '', null, null, null],
      [true, 'Ozols', 1e21, null, null],
    ];
    const bytes = await writeXlsx({ sheets: [{ name: 'Lapa', rows, cells }] });
    const file = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: XLSX });
    const seen = await admin.ok('importEmployees', { query: dryRun, file });
    expect(outcomes(seen)).toEqual([
      [2, 'new'],
      [3, 'new'],
      [4, 'invalid'],
      [5, 'invalid'],
    ]);
    expect(seen.rows.slice(2).map(({ issues }) => issues)).toEqual([
      [{ path: 'lastName', message: t('import:issues.formula') }],
      [
        { path: 'firstName', message: t('import:issues.type') },
        { path: 'personalNumber', message: t('import:issues.mangled') },
      ],
    ]);
    const good = await xlsx([head, ...rows.slice(1, 2)] as string[][]);
    expect((await admin.ok('importEmployees', { query: {}, file: good })).applied).toBe(true);
    expect(await people(admin)).toMatchObject([
      { personalNumber: '0007', employedFrom: '2026-03-01', terms: [{ weekly: 37.5 * hour }] },
    ]);
  });

  it('gives numbers with the zeros that their cells show, and none that the spreadsheet has changed', async () => {
    const { admin } = await company();
    const file = async (numbers: [number, string][]) => {
      const cells = new Map<string, object>(
        numbers.map(([value, numFmt], row) => [`${row + 1},2`, { value, type: 'number', style: { numFmt } }]),
      );
      const rows = [
        ['First name', 'Last name', 'Payroll number'],
        ...numbers.map((_, index) => ['Anna', `Kalna${index}`]),
      ];
      const bytes = await writeXlsx({ sheets: [{ name: 'A', rows, cells }] });
      return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: XLSX });
    };
    const kept = await file([
      [123, '00000'],
      [1234, '00\\-00'],
      [1_234_567, '000 000'],
      [5, '0.00'],
      [6, '#,##0'],
    ]);
    expect((await admin.ok('importEmployees', { query: {}, file: kept })).applied).toBe(true);
    expect((await people(admin)).map(({ payrollNo }) => payrollNo)).toEqual([
      ...['00123', '12-34', '1234 567', '5', '6'],
    ]);
    // A date that was typed as 1-3, and a number of more digits than a spreadsheet keeps.
    const changed = await file([
      [46_082, 'dd\\.mm\\.yyyy'],
      [1_234_567_890_123_456, '0'],
    ]);
    const mangled = [{ path: 'payrollNo', message: t('import:issues.mangled') }];
    const { rows } = await admin.ok('importEmployees', { query: dryRun, file: changed });
    expect(rows.map(({ issues }) => issues)).toEqual([mangled, mangled]);
  });

  it('is refused if it is none, is too long, or would fill the memory', async () => {
    const { admin } = await company();
    const many = Array.from({ length: 50_000 }, (_, index) => [`Vārds${index}`, 'Uzvārds', String(index)]);
    const head = ['First name', 'Last name', 'Employee number'];
    const text = (rows: string[][]) => csv(rows.map((row) => row.join(',')).join('\n'));
    const zeros = Buffer.alloc(60_000_000);
    const entry = (name: string, content: Buffer) => ({ name, content });
    const bomb = zip([
      entry('[Content_Types].xml', Buffer.from('<x/>')),
      entry('xl/sharedStrings.xml', zeros),
    ]);
    const lying = Buffer.from(bomb);
    // The directory says that the second file unpacks to nothing.
    lying.writeUInt32LE(0, lying.lastIndexOf('PK\x01\x02') + 24);
    const cases: [Blob, string][] = [
      [text([head, ...many]), 'file_too_long'],
      [await xlsx([head, ...many]), 'file_too_long'],
      [text([Array.from({ length: 101 }, (_, index) => `Column ${index}`)]), 'file_too_long'],
      [
        await xlsx([head, ...Array.from({ length: 20_000 }, () => [null]), ['Ilze', 'Ozola', '1']]),
        'file_too_long',
      ],
      ...[
        bomb,
        lying,
        Buffer.from('PK nonsense'),
        Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
        Buffer.from(' \n\n'),
      ].map((bytes): [Blob, string] => [
        new Blob([new Uint8Array(bytes)], { type: XLSX }),
        'file_unreadable',
      ]),
      [csv('"'.repeat(9_000_000)), 'payload_too_large'],
      [csv('Vards;Nekas\nAnna;x'), 'file_columns'],
      [csv('First name;Last name;Vārds\nAnna;x;y'), 'file_columns'],
      [new Blob(['First name,Last name'], { type: 'text/plain' }), 'unsupported_media_type'],
    ];
    for (const [index, [file, code]] of cases.entries()) {
      expect([index, (await refuse(admin, file)).body]).toMatchObject([index, { code }]);
    }
    const { body } = await refuse(admin, csv('Imię;Krāsa\nAnna;zaļa'));
    expect(body.message).toBe(t('errors:file_columns', { context: 'missing', columns: 'Last name' }));
    const full = await refuse(admin, text([head, ...many.slice(0, 2_000)]));
    expect(full.body.rows).toHaveLength(2_000);
  });
});

describe('the export', () => {
  it('given back says that nothing changes, whatever people are called, in either format and each language', async () => {
    const { admin } = await company();
    const character = fc.constantFrom(...`=+-@'"＝;,_x000D_ aĀžŁ🙂1`);
    const text = (maxLength: number) => fc.string({ unit: character, maxLength });
    const name = fc
      .tuple(fc.constantFrom('=', '+', '-', '@', "'=", "''-1", 'A', '_x0041_', '"'), text(8))
      .map(([first, rest]) => first + rest);
    const person = fc.record({
      firstName: name,
      lastName: name,
      payrollNo: fc.option(fc.constantFrom('007', '1e3', '=1+1', "'=1", '7')),
      position: fc.option(text(20)),
      employedFrom: fc.option(fc.constantFrom('2026-01-31', '2020-02-29')),
      weekly: fc.option(fc.integer({ min: 1, max: 10_080 })),
    });
    const given = fc.sample(person, { numRuns: 60, seed: 20_261_123 });
    const namesake = { firstName: 'Jānis', lastName: 'Bērziņš' };
    for (const [index, { weekly, ...one }] of [...given, namesake, namesake]
      .map((one) => ({ weekly: null, ...one }))
      .entries()) {
      const pattern = Array.from({ length: 7 }, (_, day) => (weekly && day === 0 ? weekly * 60_000 : 0));
      const terms =
        weekly && weekly <= 1_440 ? [{ validFrom: '2026-01-01', weekly: weekly * 60_000, pattern }] : [];
      const body = {
        ...one,
        terms,
        ...(index % 3 === 0 && { personalNumber: String(index).padStart(4, '0') }),
      };
      await admin.ok('createEmployee', { body });
    }
    const before = await admin.ok('listEmployees');
    for (const format of ['csv', 'xlsx']) {
      for (const language of LANGUAGES) {
        const file = await exported(admin, format, language);
        const { rows, applied, unknownColumns } = await admin.ok('importEmployees', { query: {}, file });
        expect(rows.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
        expect([rows.length, applied, unknownColumns]).toEqual([before.length, true, []]);
      }
    }
    expect(await admin.ok('listEmployees')).toEqual(before);
  });

  it('has a template in the reader’s language, which is an empty file of people', async () => {
    const { admin } = await company();
    const headers = { 'accept-language': 'lv' };
    const response = await admin.raw({ url: '/api/employees/export?template=true', headers });
    expect(response.headers['content-disposition']).toBe('attachment; filename="employees-template.csv"');
    expect(response.body).toBe(
      '\uFEFFVārds;Uzvārds;E-pasts;Darbinieka numurs;Tabeles numurs;Amats;Strādā no;Strādā līdz;Stundas nedēļā\r\n',
    );
    expect((await preview(admin, response.body)).rows).toEqual([]);
  });
});

describe('what an import must not do', () => {
  it('change addresses, agreed hours, approved months, the owner, or anybody of another company', async () => {
    const [ours, theirs] = [await company(), await company()];
    const { employee } = await addEmployee(app, ours);
    const stranger = await addEmployee(app, theirs, { firstName: 'Svešs' });
    const { employee: deputy } = await addEmployee(app, ours, { role: 'admin', firstName: 'Vietnieks' });
    const deputyClient = app.client();
    await deputyClient.ok('login', { body: { email: deputy.email, password } });
    const { id, firstName, lastName, email } = employee;
    await ours.admin.ok('updateEmployee', {
      params: { id },
      body: { firstName, lastName, email, employedFrom: '2025-01-01', terms: [terms] },
    });
    const month = previousMonthOf(dateIn(Date.now(), 'UTC')).start.slice(0, 7);
    const { id: locationId } = await addLocation(ours);
    const entry = { checkIn: `${month}-10T06:00:00Z`, checkOut: `${month}-10T14:00:00Z`, reason: 'Aizmirsa' };
    await ours.admin.ok('createTimeEntry', { body: { userId: id, locationId, ...entry } });
    await ours.admin.ok('approveMonth', { body: { month, userId: id } });
    const row = (cells: object) => {
      const named = { id, firstName, lastName, ...cells };
      return `${Object.keys(named).join(';')}\n${Object.values(named).join(';')}`;
    };
    const said = async (cells: object, admin = ours.admin) => messages(await apply(admin, row(cells)));
    expect(await said({ email: uniqueEmail('new') })).toEqual([t('import:issues.email')]);
    expect(await said({ email: email.toUpperCase() })).toEqual([]);
    expect(await said({ weekly: '20' })).toEqual([t('import:issues.weekly')]);
    expect(await said({ employedFrom: `${month}-20` })).toEqual([t('errors:month_locked')]);
    expect(await said({ employedTo: '2024-03-10' })).toEqual([t('validation:dateOrder')]);
    expect(await said({ id: ours.user.id, firstName: 'Cita' }, deputyClient)).toEqual([
      t('errors:owner_only'),
    ]);
    expect(await said({ id: stranger.employee.id })).toEqual([t('import:issues.unknownId')]);
    const taken = await apply(ours.admin, `${heading}\nSvešs;Svešais;${stranger.employee.email};;;;;;`);
    expect(messages(taken)).toEqual([t('errors:email_taken')]);
    // Otherwise a file could ask about thousands of addresses.
    const rows = Array.from({ length: 31 }, (_, index) => `A;B${index};${stranger.employee.email};;;;;;`);
    const asking = await refuse(ours.admin, csv([heading, ...rows].join('\n')));
    expect(asking).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(await theirs.admin.ok('listEmployees')).toHaveLength(2);
    // Names, numbers and the last day of employment are no such thing, not even an administrator's.
    await apply(ours.admin, row({ id: deputy.id, firstName: 'Aizvietotājs', personalNumber: '99' }));
    expect(await ours.admin.ok('listEmployees')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: deputy.id, firstName: 'Aizvietotājs', role: 'admin' }),
      ]),
    );
  });

  it('exceed the plan, which the preview tells', async () => {
    const { admin } = await company({ subscriptionPlan: 'starter' });
    const rows = Array.from({ length: 11 }, (_, index) => `Vārds;Uzvārds${index};;${index};;;;;`);
    const file = [heading, ...rows].join('\n');
    const refusal = {
      code: 'plan_limit_reached',
      message: t('errors:plan_limit_reached', { context: 'employees', count: 10, plan: 'Starter' }),
    };
    expect(await preview(admin, file)).toMatchObject({
      applied: false,
      refusal,
      rows: rows.map(() => ({ outcome: 'new' })),
    });
    const refused = await admin.call('importEmployees', { query: {}, file: csv(file) });
    expect(refused).toMatchObject({
      status: 402,
      body: { code: 'plan_limit_reached', requiresUpgrade: true },
    });
    expect(await people(admin)).toEqual([]);
    const ten = await apply(admin, [heading, ...rows.slice(0, 10)].join('\n'));
    expect([ten.applied, (await people(admin)).length]).toEqual([true, 10]);
  });

  it('write twice when it is sent twice at once', async () => {
    const { admin } = await company();
    const file = `${heading}\nAnna;Kalna;;;;;;;\nJuris;Kalns;;5;;;;;`;
    const both = await Promise.all([apply(admin, file), apply(admin, file)]);
    expect(both.map((answer) => outcomes(answer).map(([, outcome]) => outcome)).toSorted()).toEqual([
      ['new', 'new'],
      ['unchanged', 'unchanged'],
    ]);
    expect(await people(admin)).toHaveLength(2);
  });

  it('go on without an end', async () => {
    const { admin } = await company();
    const file = csv(heading);
    for (let count = 0; count < 100; count += 1)
      await app.services.throttle.take('import', (await admin.ok('getUser')).company.id);
    const refused = await admin.call('importEmployees', { query: dryRun, file });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  });
});

it('mails links only if asked to, to whoever was never given one, and once', async () => {
  const { admin } = await company();
  const [first, second] = [uniqueEmail('first'), uniqueEmail('second')];
  const file = csv(`${heading}\nAnna;Kalna;${first};;;;;;\nJuris;Kalns;${second};;;;;;\nBez;Pasta;;;;;;;`);
  await admin.ok('importEmployees', { query: {}, file });
  const invite = { invite: 'true' } as const;
  expect((await admin.ok('importEmployees', { query: { ...dryRun, ...invite }, file })).invited).toBeNull();
  const asked = await admin.ok('importEmployees', { query: invite, file });
  expect(asked).toMatchObject({ applied: true, invited: { sent: 2, left: 0 } });
  const [mail] = await app.mailsTo(first);
  expect(mail?.text).toContain('/invitation?token=');
  expect((await admin.ok('importEmployees', { query: invite, file })).invited).toEqual({ sent: 0, left: 0 });
  expect(await app.mailsTo(second)).toHaveLength(1);
});

it('tells a caller who wants it how far it has come', async () => {
  const { admin } = await company();
  const rows = Array.from({ length: 30 }, (_, index) => `Vārds;Uzvārds;;${index};;;;;`);
  const response = await admin.raw({
    method: 'POST',
    url: '/api/employees/import',
    payload: [heading, ...rows].join('\n'),
    headers: { 'content-type': CSV, accept: 'application/x-ndjson' },
  });
  const lines = response.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.slice(0, -1)).toEqual([{ draft: '0/30' }, { draft: '20/30' }]);
  expect(lines.at(-1).done).toMatchObject({ applied: true });
});
