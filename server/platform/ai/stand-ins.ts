/*
 * A language model gets no names or figures of the records. It gets stand-ins such as [p1] and [h3], and code fills
 * them in. What this does and does not guarantee: docs/decisions/0007-what-a-model-may-say.md.
 */
import { fold } from '#domain/names.ts';
import { type Named, nameForms } from './names.ts';

/** Hours, time, date, quantity, number, text that an employee typed. */
export type FigureKind = 'h' | 't' | 'd' | 'q' | 'n' | 'w';
type Kind = Named['kind'] | FigureKind;

/** Whom or what a figure is about, as stand-ins of people and locations. */
export type Scope = {
  /** A statement with the figure must name all of these. */
  about: string[];
  /** It may name these too, but no others. */
  also?: string[];
  /** A total: the statement may also name nobody. */
  isTotal?: boolean;
};

/** Why an answer is refused, as a sentence for the model. */
export const faults = {
  form: 'It was not the JSON that was asked for.',
  length: 'There was no sentence, or one was too long, or there were too many.',
  unknown: 'It had a stand-in that is not in the data.',
  attached: 'Something was attached to a stand-in, or two figures stood side by side.',
  character: 'It had a digit or another character that is not allowed.',
  name: 'It had a name, or a capital letter inside a sentence.',
  owner: 'A figure stood in a sentence that named somebody else, or did not name whom it is of.',
} as const;
export type Fault = keyof typeof faults;

/** The model's statements after parsing. */
export type Reading = { text: string } | { fault: Fault };

const maxStatements = 80;
const maxLength = 400;

const standIn = /\[[a-z]\d+\]/g;
// No quotation marks either: only a stand-in can be a quotation.
const allowed = /^[\p{sc=Latin}\p{Zs}.,:;!?…()'’–—-]*$/u;
const digit = /\p{N}/u;
const link = /\p{L}{3,}\.\p{L}{2,}/u;
const beforeStandIn = /[\p{Zs}(]$/u;
const afterStandIn = /^(?:$|[\p{Zs}.,:;!?…)'’])/u;
const capitalInside = /(?<!(?:^|[.!?…:]\p{Zs})[\p{Zs}(–—-]*)\p{Lu}/u;
const capitalised = /\p{Lu}\p{L}*/gu;

/** Stand-ins for the facts of one text. A statement must name the company's people only by stand-ins. */
export function createStandIns(company: Named[]) {
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
    if (prose.some((part) => digit.test(part) || !allowed.test(part) || link.test(part))) return 'character';
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
    // Replaces each stand-in by a letter, because the text after it continues the sentence.
    const joined = prose.join('x');
    if (capitalInside.test(joined)) return 'name';
    forms ??= company.flatMap(({ kind, name }) => (kind === 'p' ? nameForms(name) : []));
    const openers = (joined.match(capitalised) ?? []).map(fold);
    if (forms.some((form) => openers.some((word) => form.test(word)))) return 'name';
    const named = new Set(marks.filter(isSubject));
    return marks.every((mark) => fits(entries.get(mark)?.scope, named)) ? null : 'owner';
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
      return { text: statements.map((one) => one.trim().replace(standIn, textOf)).join('\n') };
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
