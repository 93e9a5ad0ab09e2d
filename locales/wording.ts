import type { Language } from '#domain/languages.ts';

/* What a machine can check of "Texts in four languages" in docs/writing.md. Only tests use it. */

/** The quotation marks of each language, opening and closing. */
const QUOTES: Record<Language, string> = { en: '“”', lv: '„”', lt: '„“', pl: '„”' };

/** These may stand in quotation marks: brand and plan names in Lithuanian, what somebody typed or wrote. */
const QUOTABLE = 'product|plan|search|text';

export type TermRule = {
  /** What no text says, in whichever form. */
  wrong: RegExp;
  write: string;
  /** Only in texts with such a key. */
  within?: RegExp;
  /** Texts whose key this matches may say it. */
  except?: RegExp;
};

const LEGAL = /^(privacy-notice|site-legal):/;
/** What a file to import may call its columns. */
const OTHER_NAMES = /^import:otherNames\./;
/** Names of laws, authorities, days and programs, which begin with a capital letter. */
const PROPER_NAMES = /^(holidays|dates|privacy-notice|sign-up|site(-\w+)?|not-found|pwa):|\.notFound$/;
const TOASTS = /[:.](\w*[dD]one|saved|success|(de)?activated)$/;
/** Words of product.md, which quotes these texts. */
const QUOTED_IN_PRODUCT = /^(auth-steps:forgot\.back|auth:login\.failed|nav:signOutFailed)$/;
const OWN_MONTH = /^(own-time|reports|time-entries):/;

/** One term for one thing; what reads as translated, or means something else. */
export const TERM_RULES: Record<Language, readonly TermRule[]> = {
  en: [
    { wrong: /\b(every|any|some)body\b/i, write: 'everyone, anyone, someone' },
    {
      wrong: /\b(cannot|(do|does|did|is|are|was|were|has|have|could|will) not)\b/i,
      write: 'the contraction: can’t, don’t, isn’t',
      except: LEGAL,
    },
    { wrong: /\blog[- ]?(in|out)\b/i, write: 'sign in, sign out', except: QUOTED_IN_PRODUCT },
    { wrong: /\be-mail/i, write: 'email' },
    { wrong: /roll-call/i, write: 'roll call' },
    { wrong: /\bdigest/i, write: 'daily hash (a digest is a newsletter)' },
    { wrong: /account (is|will be) closed/i, write: 'signed out' },
    { wrong: /without an end\b/i, write: 'until someone adds an end time' },
    { wrong: /\bcenter\b/i, write: 'centre' },
    { wrong: /personal number/i, write: 'employee number', except: OTHER_NAMES },
    { wrong: /\bat hand\b/i, write: 'have, without' },
    {
      // A capital letter after a small one, but for names.
      wrong:
        /(?<=[a-z,;’)] )(?!(Anna|Authenticator|Business|Excel|Google|Growth|Latvia|Lithuania|Microsoft|OpenAI|Poland|(Mon|Fri|Satur|Sun)days?)\b)[A-Z][a-z]{2,}/,
      write: 'sentence case; pages and buttons in quotation marks',
      except: PROPER_NAMES,
    },
  ],
  lv: [
    { wrong: /kont\p{L}* ((tiks|ir|būs) )?(aizvērt|atvērt)/iu, write: 'sesija, izrakstīties' },
    { wrong: /bez beigām/i, write: 'kamēr beigu laiks nav norādīts' },
    {
      wrong: /darbinieka aiziešan|aiziet no darba|aizgājuš/i,
      write: 'darba attiecību beigas, vairs nestrādā',
    },
    { wrong: /trūkst aiziešanas(?! laik)/i, write: 'trūkst aiziešanas laika' },
    { wrong: /ir adresēta/i, write: 'Labdien!', within: /^mail:/ },
    { wrong: /darbs nav sākts/i, write: 'nestrādājat' },
    { wrong: /pieslēg(ties|šan|um)|\biziet\b/i, write: 'pierakstīties, izrakstīties, sesija' },
    { wrong: /atbloķ[eē](t|šan)/i, write: 'atvērt labošanai', within: OWN_MONTH },
    { wrong: /neizlemt|atvērti?e? jautājum/i, write: 'neatrisināts jautājums' },
    { wrong: /(?<!ne)piekr(ist|īt)/i, write: 'saskaņot', within: OWN_MONTH },
    { wrong: /jāpievērš uzmanība/i, write: 'jāizskata' },
    { wrong: /kopsavilkum/i, write: 'kontrolsumma', within: /^(mail|company):/ },
    { wrong: /stāvoklis:/i, write: 'Dati uz' },
    { wrong: /kārtul/i, write: 'noteikumi' },
    { wrong: /jūsu paša/i, write: 'jūsu (jūsu paša is masculine)' },
    { wrong: /(?<=[\p{Ll},;] )Jū(s|su|ms)(?!\p{L})/u, write: 'jūs (small)' },
    {
      wrong: /personas numur/i,
      write: 'darbinieka numurs (personas kods is another number)',
      except: OTHER_NAMES,
    },
    { wrong: /algu uzskaites numur/i, write: 'tabeles numurs' },
    { wrong: /savieno(t|jiet|šan)/i, write: 'piesaistīt' },
    { wrong: /norēķina period/i, write: 'pārskata periods' },
    {
      wrong: /pārskat(?!a period)/i,
      write: 'kopskats (Pārskats is the first page)',
      within: /^(overview|reports|report-files):/,
    },
    { wrong: /pārlūkprogramm/i, write: 'pārlūks' },
    { wrong: /(š(o|os|is|ie)|katrā) e-past(?!a adres)/i, write: 'e-vēstule' },
    { wrong: /\bAI\b/, write: 'MI' },
  ],
  lt: [
    { wrong: /paskyr\p{L}* ((bus|yra|dabar) )?(uždar|atidar)/iu, write: 'atsijungti, sesija' },
    { wrong: /be pabaigos/i, write: 'kol nenurodytas pabaigos laikas' },
    {
      wrong: /darbuotojo išėjim|žmon\p{L}*,? išėj|iš darbo|kuriais išein/iu,
      write: 'darbo santykių pabaiga, nebedirba',
    },
    { wrong: /trūksta išvykimo(?! laik)/i, write: 'trūksta išvykimo laiko' },
    { wrong: /laiškas skirtas/i, write: 'Sveiki!', within: /^mail:/ },
    { wrong: /darbas nepradėtas/i, write: 'nedirbate' },
    { wrong: /skenav|skenuo|skana/i, write: 'nuskaitymas, nuskaityti' },
    { wrong: /seans/i, write: 'sesija' },
    { wrong: /(?<!ne)sutik(ti|t?ote)\b|sutikta/i, write: 'pritarti', within: OWN_MONTH },
    { wrong: /reikia dėmesio/i, write: 'laukia sprendimo' },
    { wrong: /suvestin/i, write: 'kontrolinė suma', within: /^(mail|company):/ },
    { wrong: /(būklė|padėtis):/i, write: 'Duomenys:' },
    { wrong: /esančiųjų patikr/i, write: 'esančiųjų sąrašas' },
    { wrong: /maiša(?!\p{L})/iu, write: 'maišos reikšmė' },
    { wrong: /(?<=[\p{Ll},;] )Jū(s|sų|ms|mis)(?!\p{L})/u, write: 'jūs (small)' },
    {
      wrong: /įmonės kod/i,
      write: 'įmonės prisijungimo kodas (įmonės kodas is the registration number)',
      except: /registrationNo$|^site-legal:/i,
    },
    { wrong: /(?<!„)\{\{product\}\}(?![:,])/, write: 'a brand in quotation marks' },
    { wrong: /išaktyvin/i, write: 'išjungti' },
    { wrong: /išdirb[to]/i, write: 'dirbta', except: /^site/ },
    { wrong: /nebuvim/i, write: 'neatvykimas' },
    { wrong: /\bAI\b/, write: 'DI' },
  ],
  pl: [
    { wrong: /kont\p{L}* (zostanie zamknię|jest (teraz )?otwar)/iu, write: 'wylogować, sesja' },
    { wrong: /bez końca/i, write: 'dopóki nie ma godziny zakończenia' },
    { wrong: /odejści|odesz(ł|li)/i, write: 'ustanie zatrudnienia' },
    { wrong: /\bbra(k|kuje) wyjścia/i, write: 'brak zapisu wyjścia' },
    { wrong: /odbiorca wiadomości/i, write: 'Dzień dobry!' },
    { wrong: /praca nierozpoczęta/i, write: 'nie pracujesz' },
    { wrong: /lista obecności/i, write: 'sprawdzenie obecności', except: /\.keywords$/ },
    { wrong: /kamer/i, write: 'aparat' },
    { wrong: /\bpros(zę|imy)(?!\p{L})/iu, write: 'the imperative: Poproś', except: LEGAL },
    { wrong: /\b(Pan|Pani|Państwo|Państwa)\b/, write: 'Ty' },
    {
      wrong: /skrót|podsumowani|\brejestr(u|em)?\b/i,
      write: 'suma kontrolna, dziennik',
      within: /^(mail|company):/,
    },
    { wrong: /(?<!prawnie )uzasadnion\p{L}+ interes/iu, write: 'prawnie uzasadniony interes' },
    { wrong: /skorygowa/i, write: 'poprawiony' },
    { wrong: /numer\p{L}* osobist/iu, write: 'numer pracownika', except: OTHER_NAMES },
    { wrong: /numer\p{L}* płacow/iu, write: 'numer ewidencyjny', except: OTHER_NAMES },
    { wrong: /\}\}\s?h(?!\p{L})/u, write: 'godz.' },
    { wrong: /norm(a|y|ę)(?!\p{L})/iu, write: 'wymiar', within: /^(overview|hours|reports?|report-files):/ },
    {
      // A short text without full stop that ends in such a form, unless it says what has not happened.
      wrong: /^(?!.*(?:^|\s)(?:nie|nic|niczego|jeszcze|już)\s)(?:\S+\s){1,4}\p{L}{3,}(?:ano|ono|ęto|yto)$/iu,
      write: 'the verb first: Zapisano ustawienia',
    },
    {
      // The same after a noun, which only toasts must not do.
      wrong: /^(?!.*(?:^|\s)(?:nie|są|jest)\s)(?:[^\s,]+\s){1,4}\p{L}{3,}(?:[ao]n[aey]|[ęy]t[aey])$/iu,
      write: 'the verb first: Wysłano wniosek',
      within: TOASTS,
    },
  ],
};

/** What is wrong with a text by docs/writing.md, as sentences for the author; empty if nothing is. `key` is `area:path`. */
export function faultsOf(language: Language, key: string, text: string): string[] {
  const [open, close] = QUOTES[language];
  const unquoted = text.replace(new RegExp(`${open}[^${open}${close}]*${close}`, 'g'), '');
  const marks = [
    [/[“”„"«»‟]/, unquoted, `quotation marks: ${open}…${close}`],
    [/['‘`´]/, text, 'apostrophe: ’'],
    [/\.\.\./, text, 'one sign: …'],
    [/\}\} (h|val\.|godz\.|min)(?!\p{L})/u, text, 'a no-break space before the unit'],
    [new RegExp(`[“”„"]\\{\\{(?!(${QUOTABLE})\\b)[^}]*\\}\\}[“”"]`), text, 'no quotation marks round a name'],
  ] as const;
  return [
    ...marks.filter(([wrong, where]) => wrong.test(where)).map(([, , write]) => write),
    ...TERM_RULES[language]
      .filter(({ within, except }) => (!within || within.test(key)) && !except?.test(key))
      .flatMap(({ wrong, write }) => {
        const found = wrong.exec(text)?.[0];
        return found === undefined ? [] : [`not “${found}”, but: ${write}`];
      }),
  ].map((fault) => `${key}: ${fault}`);
}
