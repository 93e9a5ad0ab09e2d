/*
 * A language model gets no names or figures of the records. It gets stand-ins such as [p1] and [h3], and code fills
 * them in. What this does and does not guarantee: docs/decisions/0007-what-a-model-may-say.md.
 */
import type { Language } from '#domain/languages.ts';
import { fold } from '#domain/names.ts';
import { type Named, nameForms } from './names.ts';
import { vocabulary } from './vocabulary.ts';

/** Hours, time, date, quantity, number, text that an employee typed, and what a list is of. */
export type FigureKind = 'h' | 't' | 'd' | 'q' | 'n' | 'w' | 'c';
type Kind = Named['kind'] | FigureKind;

/** Whom or what a figure is about, as stand-ins of people and locations. */
export type Scope = {
  /** A statement with the figure must name all of these. */
  about: string[];
  /** It may name these too, but no others. */
  also?: string[];
  /** A total: the statement may also name nobody. */
  isTotal?: boolean;
  /** The list that a figure is in: beside a caption, a statement may have figures of the caption's list only. */
  list?: string;
};

/** Why an answer is refused, as a sentence for the model. */
export const faults = {
  form: 'It was not the JSON that was asked for.',
  length: 'There was no sentence, or one was too long, or there were too many.',
  unknown: 'It had a stand-in that is not in the data.',
  attached: 'Something was attached to a stand-in, or two figures stood side by side.',
  character: 'It had a digit or another character that is not allowed.',
  word: 'It had a word that is not in the list.',
  name: 'It had a name.',
  empty: 'A sentence had no figure, or named a person without a figure of theirs.',
  repeated: 'A sentence had the same figure more than once.',
  list: 'A caption stood beside a figure of another list.',
  owner: 'A figure stood in a sentence that named somebody else, or did not name whom it is of.',
} as const;
export type Fault = keyof typeof faults;

/** The model's statements after parsing. */
export type Reading = { text: string } | { fault: Fault };

const maxStatements = 80;
const maxLength = 400;

const standIn = /\[[a-z]\d+\]/g;
const withStop = /\[[a-z]\d+\]\.?/g;
// No quotation marks either: only a stand-in can be a quotation.
const allowed = /^[[\p{sc=Latin}&&\p{L}]\p{Zs}.,:;!?…\(\)'’–—\-]*$/v;
const beforeStandIn = /[\p{Zs}(]$/u;
const afterStandIn = /^(?:$|[\p{Zs}.,:;!?…)'’])/u;
const word = /\p{L}+/gu;
const capitalised = /^\p{Lu}/u;

/** Stand-ins for the facts of one text. A statement must name the company's people only by stand-ins. */
export function createStandIns(company: Named[], language: Language) {
  const words = new Set(vocabulary[language].split(/\s+/));
  const entries = new Map<string, { kind: Kind; text: string; id?: string; scope?: Scope }>();
  const counters = new Map<Kind, number>();
  let forms: RegExp[] | undefined;

  function add(kind: Kind, entry: { text: string; id?: string; scope?: Scope }): string {
    const number = (counters.get(kind) ?? 0) + 1;
    counters.set(kind, number);
    entries.set(`[${kind}${number}]`, { kind, ...entry });
    return `[${kind}${number}]`;
  }

  /** Two people or locations of the same name get a number after it. */
  function textOf(mark: string): string {
    const entry = entries.get(mark);
    if (!entry?.id) return entry?.text ?? mark;
    const same = [...entries].filter(([, { id, text }]) => id && text === entry.text).map(([key]) => key);
    return same.length > 1 ? `${entry.text} (${same.indexOf(mark) + 1})` : entry.text;
  }

  const isSubject = (mark: string) => entries.get(mark)?.id !== undefined;

  function faultOf(statement: string): Fault | null {
    if (statement.length > maxLength || statement.trim() === '') return 'length';
    const marks = statement.match(standIn) ?? [];
    if (!marks.every((mark) => entries.has(mark))) return 'unknown';
    const prose = statement.split(standIn);
    if (!prose.every((part) => allowed.test(part))) return 'character';
    // "[n1][n2]" or "[n1] [n2]" would read as one number, and "-[h1]" as a different one.
    const isAttached = marks.some((mark, index) => {
      const [before = '', after = ''] = prose.slice(index, index + 2);
      const isAfterFigure = index > 0 && !isSubject(mark) && !isSubject(marks[index - 1] ?? '');
      return (
        (!beforeStandIn.test(before) && (index > 0 || before !== '')) ||
        !afterStandIn.test(after) ||
        (isAfterFigure && before.trim() === '')
      );
    });
    if (isAttached) return 'attached';
    const written = prose.flatMap((part) => part.match(word) ?? []);
    if (!written.every((one) => words.has(one.toLowerCase()))) return 'word';
    forms ??= company.flatMap(({ kind, name }) => (kind === 'p' ? nameForms(name) : []));
    const capitals = written.filter((one) => capitalised.test(one)).map(fold);
    if (forms.some((form) => capitals.some((one) => form.test(one)))) return 'name';
    const named = new Set(marks.filter(isSubject));
    const figures = marks.flatMap((mark) => (isSubject(mark) ? [] : (entries.get(mark) ?? [])));
    if (!figures.every(({ scope }) => fits(scope, named))) return 'owner';
    // "[p1] worked [h1] and [h1]" would read as twice as much.
    if (new Set(figures).size < figures.length) return 'repeated';
    const facts = figures.filter(({ kind }) => kind !== 'c');
    const isOfAPerson = (mark: string) => facts.some(({ scope }) => scope?.about.includes(mark));
    const people = [...named].filter((mark) => entries.get(mark)?.kind === 'p');
    if (facts.length === 0 || !people.every(isOfAPerson)) return 'empty';
    const lists = new Set(figures.flatMap(({ kind, scope }) => (kind === 'd' ? [] : [scope?.list])));
    return facts.length < figures.length && lists.size > 1 ? 'list' : null;
  }

  return {
    /** Returns the stand-in of a person or location; the same id always gets the same one. */
    subject({ kind, id, name, label = name }: Named): string {
      const known = [...entries].find(([, entry]) => entry.kind === kind && entry.id === id);
      return known?.[0] ?? add(kind, { id, text: label });
    },

    /** Returns a stand-in for a text that is filled in unchanged; without a scope any statement may contain it. */
    figure: (kind: FigureKind, text: string, scope?: Scope): string => add(kind, { text, scope }),

    /** Returns the person or location of a stand-in, with or without brackets. Throws if there is none. */
    named(mark: string, kind: Named['kind']): Named {
      const entry = entries.get(`[${mark.replace(/[[\]\s]/g, '')}]`);
      if (entry?.kind !== kind || !entry.id) throw new Error('There is no such stand-in.');
      return { kind, id: entry.id, name: entry.text };
    },

    /** Returns the statements with names and figures filled in, one per line, or why they are refused. */
    fill(statements: string[]): Reading {
      if (statements.length === 0 || statements.length > maxStatements) return { fault: 'length' };
      for (const statement of statements) {
        const fault = faultOf(statement);
        if (fault) return { fault };
      }
      // "8,5 godz." at the end of a sentence has one full stop.
      const filled = (mark: string) =>
        textOf(mark.replace(/\.$/, '')).replace(/(?<!\.)$/, mark.endsWith('.') ? '.' : '');
      return { text: statements.map((one) => one.trim().replace(withStop, filled)).join('\n') };
    },
  };
}

export type StandIns = ReturnType<typeof createStandIns>;

/** Returns whether a statement that names these may contain a figure of this scope. */
function fits(scope: Scope | undefined, named: Set<string>): boolean {
  if (!scope) return true;
  const { about, also = [], isTotal = false } = scope;
  const others = [...named].filter((mark) => !about.includes(mark));
  if (!others.every((mark) => also.includes(mark))) return false;
  const count = named.size - others.length;
  return count === about.length || (isTotal && count === 0);
}
