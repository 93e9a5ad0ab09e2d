/* Words that the check of a model's text knows in each language; all but the openers without diacritics, see `fold`. */
import type { Language } from '#domain/languages.ts';

type LanguageWords = {
  /** What a sentence may begin with, apart from a name of the facts; also told to the model. */
  openers: string[];
  /** Value of a number word → its forms, as a regular expression for the whole word. */
  numbers: [value: number, forms: string][];
  /** How names are declined: the ending of the nominative → the endings that may stand in its place. */
  nameEndings: [nominative: string, others: string[]][];
  /** Words that rank or judge people, as a regular expression for the beginning of a word. */
  judgements: string;
};

const list = (text: string) => text.trim().split(/\s+/);

const lvOne = '(?:s|a|u|am|ai|i|as|iem|ais|o|os)';
const lvMany = '(?:i|as|u|iem|am|os|us|as)';
const ltMany = '(?:i|ios|iu|iems|ioms|is|ias|iais|iomis)';

export const languageWords: Record<Language, LanguageWords> = {
  en: {
    openers: list(`The In On At A An All No Nobody Nothing Everyone Everybody Work Working Today Total Totals
      Together Reported Reports Still Also There During People Person Hours Quantities Quantity Missing Without This
      That These It They Each Overall Summary Gaps Checked Check As Of By For From Until After Before And But While
      Another Others Other Running Notes Note Time Times Day Employees Employee Their Altogether Place Yes`),
    numbers: [
      [0, 'zero'],
      [1, 'one'],
      [2, 'two|couple|twice'],
      [3, 'three|thrice'],
      [4, 'four'],
      [5, 'five'],
      [6, 'six'],
      [7, 'seven'],
      [8, 'eight'],
      [9, 'nine'],
      [10, 'ten|tens'],
      [11, 'eleven'],
      [12, 'twelve|dozens?'],
      [13, 'thirteen'],
      [14, 'fourteen'],
      [15, 'fifteen'],
      [16, 'sixteen'],
      [17, 'seventeen'],
      [18, 'eighteen'],
      [19, 'nineteen'],
      [20, 'twenty'],
      [30, 'thirty'],
      [40, 'forty'],
      [50, 'fifty'],
      [60, 'sixty'],
      [70, 'seventy'],
      [80, 'eighty'],
      [90, 'ninety'],
      [100, 'hundreds?'],
      [1000, 'thousands?'],
      [1_000_000, 'millions?'],
      [0.5, 'half|halves'],
    ],
    nameEndings: [],
    judgements:
      'best|worst|lazy|lazi|slowest|fastest|underperform|overperform|unproductive|rank(?:ed|ing|s)?(?!\\p{L})',
  },
  lv: {
    openers: list(`Šajā Šodien Šī Šis Kopā Kopumā Kopējais Objektā Objekts Darbs Darba Darbu Darbā Dienā Diena
      Strādāja Strādā Nav Nekas Neviens Visi Visas Vēl Joprojām Arī Cilvēki Darbinieki Darbinieks Stundas Stundu Daudzumi
      Daudzums Atskaite Atskaites Trūkst Trūkstošās Bez Tas Tie Tā Tās Par Pēc Pirms No Līdz Ar Un Bet Ieraksti
      Ierašanās Aiziešana Paveikts Paveiktais Paziņots Norādīts Reģistrēts Reģistrētas Piezīmes Laiks Kopsavilkums
      Jā Nē Uz Pie Viņi Laikā`),
    numbers: [
      [0, 'nulle|nulles|nulli'],
      [1, `vien${lvOne}`],
      [2, `div${lvMany}|divatā`],
      [3, 'tris|trim|triju|trijos|trijas|trijiem|trijam'],
      [4, `cetr${lvMany}`],
      [5, `piec${lvMany}`],
      [6, `ses${lvMany}`],
      [7, `septin${lvMany}`],
      [8, `aston${lvMany}`],
      [9, `devin${lvMany}`],
      [10, 'desmit(?:s|i|iem|u|os|us|iem)?'],
      [11, 'vienpadsmit'],
      [12, 'divpadsmit|duc(?:is|i|a|u|iem|os)'],
      [13, 'trispadsmit'],
      [14, 'cetrpadsmit'],
      [15, 'piecpadsmit'],
      [16, 'sespadsmit'],
      [17, 'septinpadsmit'],
      [18, 'astonpadsmit'],
      [19, 'devinpadsmit'],
      [20, 'divdesmit'],
      [30, 'trisdesmit'],
      [40, 'cetrdesmit'],
      [50, 'piecdesmit'],
      [60, 'sesdesmit'],
      [70, 'septindesmit'],
      [80, 'astondesmit'],
      [90, 'devindesmit'],
      [100, 'simt(?:s|i|u|a|iem|os|us)?'],
      [1000, 'tukstot(?:is|s)|tukstos(?:i|u|a|iem|os|us)?'],
      [1_000_000, 'miljon\\p{L}*'],
      [0.5, 'puse|puses|pusi'],
      [1.5, 'pusotr\\p{L}*'],
    ],
    nameEndings: [
      ['dis', list('za dim di')],
      ['tis', list('sa tim ti')],
      ['is', list('a im i')],
      ['us', list('um u a')],
      ['s', list('a am u i')],
      ['a', list('as ai u am')],
      ['e', list('es ei i em')],
    ],
    judgements: 'labakai?|labaka|slikta?k|vissliktak|vislabak|slinka?|slinki|vislenak|visatrak|neproduktiv',
  },
  lt: {
    openers:
      list(`Šioje Šiandien Ši Šis Iš Viso Kartu Objekte Objektas Darbas Darbo Darbą Dieną Diena Dirbo Dirba
      Nėra Niekas Visi Visos Dar Vis Taip Žmonės Darbuotojai Darbuotojas Valandos Valandų Kiekiai Kiekis Ataskaita
      Ataskaitos Trūksta Be Tai Tie Apie Po Prieš Nuo Iki Su Ir Bet Įrašai Atvykimas Išvykimas Atlikta Atlikti Nurodyta
      Pranešta Užregistruota Pastabos Laikas Santrauka Bendra Per Darbe Taip Ne Jie`),
    numbers: [
      [0, 'nulis|nulio|nuliu'],
      [1, 'vien(?:as|a|o|os|am|ai|i|u|us|oje|ame)'],
      [2, 'du|dvi|dvieju|dviem|dviejose|dviejuose|dvejus|dveji'],
      [3, 'trys|triju|trims|tris|trijose|trijuose'],
      [4, `ketur${ltMany}`],
      [5, `penk${ltMany}`],
      [6, `ses${ltMany}`],
      [7, `septyn${ltMany}`],
      [8, `astuon${ltMany}`],
      [9, `devyn${ltMany}`],
      [10, 'desimt(?:s|ies|i|imis)?'],
      [11, 'vienuolik\\p{L}*'],
      [12, 'dvylik\\p{L}*|tuzin\\p{L}*'],
      [13, 'trylik\\p{L}*'],
      [14, 'keturiolik\\p{L}*'],
      [15, 'penkiolik\\p{L}*'],
      [16, 'sesiolik\\p{L}*'],
      [17, 'septyniolik\\p{L}*'],
      [18, 'astuoniolik\\p{L}*'],
      [19, 'devyniolik\\p{L}*'],
      [20, 'dvidesimt\\p{L}*'],
      [30, 'trisdesimt\\p{L}*'],
      [40, 'keturiasdesimt\\p{L}*'],
      [50, 'penkiasdesimt\\p{L}*'],
      [60, 'sesiasdesimt\\p{L}*'],
      [70, 'septyniasdesimt\\p{L}*'],
      [80, 'astuoniasdesimt\\p{L}*'],
      [90, 'devyniasdesimt\\p{L}*'],
      [100, 'simt(?:as|ai|u|o|us|ui|a)'],
      [1000, 'tukstan\\p{L}*'],
      [1_000_000, 'milijon\\p{L}*'],
      [0.5, 'puse|puses|pusei'],
      [1.5, 'pusantr\\p{L}*'],
    ],
    nameEndings: [
      ['as', list('o ui a u e ai')],
      ['is', list('io iui i iu y')],
      ['ys', list('io iui i iu y')],
      ['us', list('aus ui u umi iaus iui iu')],
      ['ia', list('ios iai')],
      ['a', list('os ai oje')],
      ['e', list('es ei eje')],
      ['i', list('ios iai ia')],
    ],
    judgements: 'geriaus|blogiaus|tingi|tingus|leciaus|greiciaus|neproduktyv',
  },
  pl: {
    openers:
      list(`W We Na Dzisiaj Dziś Ten Ta To Te Razem Łącznie Ogółem Suma Lokalizacja Praca Pracę Pracy Dzień Dnia
      Pracował Pracowała Pracowali Pracuje Pracują Brak Nic Nikt Wszyscy Wszystkie Nadal Jeszcze Także Również Osoby Osoba
      Pracownicy Pracownik Godziny Godzin Ilości Ilość Raport Raporty Brakuje Bez Oni O Po Przed Od Do Z Ze I Oraz Ale
      Wpisy Wejście Wyjście Wykonano Zgłoszono Zapisano Podano Odnotowano Uwagi Czas Podsumowanie Przez Tak Nie Podczas
      Dla`),
    numbers: [
      [0, 'zero|zera|zeru'],
      [1, 'jed(?:en|na|no|nego|nemu|nym|nej|ni)'],
      [2, 'dwa|dwie|dwaj|dwoch|dwom|dwu|dwoma|dwiema|dwoje|dwojga'],
      [3, 'trzy|trzej|trzech|trzem|trzema|troje|trojga'],
      [4, 'cztery|czterej|czterech|czterem|czterema|czworo|czworga'],
      [5, 'piec|pieciu|piecioma|piecioro'],
      [6, 'szesc|szesciu|szescioro'],
      [7, 'siedem|siedmiu|siedmioro'],
      [8, 'osiem|osmiu|osmioro'],
      [9, 'dziewiec|dziewieciu'],
      [10, 'dziesiec|dziesieciu'],
      [11, 'jedenascie|jedenastu'],
      [12, 'dwanascie|dwunastu|tuzin\\p{L}*'],
      [13, 'trzynascie|trzynastu'],
      [14, 'czternascie|czternastu'],
      [15, 'pietnascie|pietnastu'],
      [16, 'szesnascie|szesnastu'],
      [17, 'siedemnascie|siedemnastu'],
      [18, 'osiemnascie|osiemnastu'],
      [19, 'dziewietnascie|dziewietnastu'],
      [20, 'dwadziescia|dwudziestu'],
      [30, 'trzydziesci|trzydziestu'],
      [40, 'czterdziesci|czterdziestu'],
      [50, 'piecdziesiat|piecdziesieciu'],
      [60, 'szescdziesiat|szescdziesieciu'],
      [70, 'siedemdziesiat|siedemdziesieciu'],
      [80, 'osiemdziesiat|osiemdziesieciu'],
      [90, 'dziewiecdziesiat|dziewiecdziesieciu'],
      [100, 'sto|stu|setki|setek'],
      [200, 'dwiescie|dwustu'],
      [300, 'trzysta|trzystu'],
      [400, 'czterysta|czterystu'],
      [500, 'piecset|pieciuset'],
      [1000, 'tysiac\\p{L}*|tysiecy'],
      [1_000_000, 'milion\\p{L}*'],
      [0.5, 'pol|polowa|polowe|polowy'],
      [1.5, 'poltora|poltorej'],
    ],
    nameEndings: [
      ['ek', list('ka kowi kiem ku')],
      ['el', list('la lowi lem le')],
      ['ec', list('ca cowi cem')],
      ['ka', list('ki ce ke ko')],
      ['ska', list('skiej')],
      ['cka', list('ckiej')],
      ['i', list('iego iemu im')],
      ['y', list('ego emu ym')],
      ['a', list('y i ie e o ej ii')],
      ['', list('a owi em iem ie u e')],
    ],
    judgements: 'najleps|najgors|leniw|najwolniej|najszybs|najslabs|nieproduktywn',
  },
};
