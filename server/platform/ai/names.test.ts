import { describe, expect, it } from 'vitest';
import { fold } from '#domain/names.ts';
import { type Named, nameForms, replaceNames } from './names.ts';

const isForm = (word: string, name: string) => nameForms(name).some((form) => form.test(fold(word)));

it.each([
  // Latvian
  ...[
    ['Jāņa', 'Jānis'],
    ['Jānim', 'Jānis'],
    ['Bērziņai', 'Bērziņa'],
    ['Ēvas', 'Ēva'],
    ['Brieža', 'Briedis'],
  ],
  ...[
    ['Kalnieša', 'Kalnietis'],
    ['Kalniņu', 'Kalniņš'],
    ['Zvirbuļa', 'Zvirbulis'],
    ['Pētera', 'Pēteris'],
  ],
  // Lithuanian
  ...[
    ['Petrausko', 'Petrauskas'],
    ['Jono', 'Jonas'],
    ['Jonui', 'Jonas'],
    ['Petraičio', 'Petraitis'],
  ],
  ...[
    ['Sauliaus', 'Saulius'],
    ['Žukaitės', 'Žukaitė'],
    ['Gaidžio', 'Gaidys'],
    ['Eglei', 'Eglė'],
  ],
  // Polish
  ...[
    ['Kowalskiego', 'Kowalski'],
    ['Markiem', 'Marek'],
    ['Pawła', 'Paweł'],
    ['Wiśniewskiej', 'Wiśniewska'],
  ],
  ...[
    ['Monice', 'Monika'],
    ['Marcie', 'Marta'],
    ['Janowi', 'Jan'],
    ['Jadwidze', 'Jadwiga'],
  ],
] as [string, string][])('%s is a form of %s', (word, name) => {
  expect(isForm(word, name)).toBe(true);
});

it.each([
  ['Marija', 'Marta'],
  ['Andrejs', 'Andris'],
  ['Liene', 'Liepa'],
  ['Jānis', 'Jana'],
  ['Jurgita', 'Jonas'],
  ['Marta', 'Marek'],
  ['All', 'Alla'],
  ['ever', 'Eva'],
  ['January', 'Jānis'],
  ['janvārī', 'Jānis'],
] as const)('%s is not a form of %s', (word, name) => {
  expect(isForm(word, name)).toBe(false);
});

describe('in a text', () => {
  const all: Named[] = [
    ...['Jānis Kalniņš', 'Jānis Liepa', 'Anna Bērziņa', 'Anna Bērziņa', 'Marta Zariņa', 'Ieva Nora'].map(
      (name, index): Named => ({ kind: 'p', id: `person ${index}`, name }),
    ),
    { kind: 'l', id: 'street', name: 'Kaltes ielas darbnīca' },
    { kind: 'l', id: 'object', name: 'Objekts 2' },
    { kind: 'l', id: 'yard', name: 'lielais pagalms' },
    { kind: 'l', id: 'lake', name: 'House at the Lake' },
  ];
  const replaced = (text: string, language: 'en' | 'lv' | 'lt' | 'pl' = 'lv') =>
    replaceNames(text, all, language, (found) => `<${found.map(({ id }) => id).join('|')}>`);

  it.each([
    ['Cik stundu strādāja Jānis Kalniņš?', 'Cik stundu strādāja <person 0>?'],
    ['Cik stundu Kalniņam, Jānim šonedēļ?', 'Cik stundu <person 0>, <person 0|person 1> šonedēļ?'],
    ['cik strādāja janis kalnins', 'cik strādāja <person 0>'],
    ['Jāņa Liepas stundas', '<person 1> stundas'],
    ['Jānis un Ieva', '<person 0|person 1> un <person 5>'],
    // Two people of the same name remain two.
    ['Annai Bērziņai', '<person 2|person 3>'],
    ['Cik stundu martā un Martai?', 'Cik stundu martā un <person 4>?'],
    ['Kas notika Kaltes ielas darbnīcā, un kas Kaltes ielā?', 'Kas notika <street>, un kas <street>?'],
    ['Objektā 2 pēdējās 2 nedēļas', '<object> pēdējās 2 nedēļas'],
    ['Raksti uz anna@example.test vai 26123456', 'Raksti uz … vai …'],
    ['Kas ir lielajā pagalmā?', 'Kas ir <yard>?'],
    ['Ko dara pagalmā?', 'Ko dara pagalmā?'],
    ['', ''],
  ])('%s', (text, expected) => {
    expect(replaced(text)).toBe(expected);
  });

  it('leaves common words that occur in a name', () => {
    expect(replaced('Who was at the lake?', 'en')).toBe('Who was <lake>?');
    expect(replaced('Who was at the office in March 2026?', 'en')).toBe(
      'Who was at the office in March 2026?',
    );
  });
});
