import type { Language } from '#domain/languages.ts';

/**
 * All words that a model's text may consist of, beside stand-ins: enough to link figures and captions into sentences. None
 * counts, compares, denies, praises or blames, and none says when somebody came or left: such things stand in a text only
 * where code has filled them in.
 */
export const vocabulary: Record<Language, string> = {
  en: `a s an the and or at in on of to by for with from since as per also then this that these those there here it its they
    their he his she her who whose whom which where what was were is are be been has have had having did do done does
    work works worked working job jobs hour hours time times day days date dates period week month today yesterday
    location locations place places site workshop company person people employee employees team member members
    made make makes completed carried out produced delivered finished performed reported report reports reporting
    recorded record records registered logged noted note notes wrote written described description comment comments
    entry entries quantity quantities amount amounts unit units output total totals totalling altogether overall sum
    number numbers count counts counted following follows according data table current currently now open point points
    listed list shown spent present came up adds add amounted`,
  lv: `un kā arī ar no kopš uz pie par pa laikā līdz kas kurš kura kuri kuras kur ko šis šī šo šajā šeit tas tā to tie tajā
    tur viņš viņa viņi viņas tad ir bija tika būt kopā kopumā pavisam summā summa kopējais kopējā kopējās
    strādāja strādā strādājis strādājusi strādājuši nostrādāja nostrādājis nostrādājusi nostrādāts nostrādātas nostrādātais
    nostrādātās darbs darba darbu darbi darbus darbiem darbā darbos paveica paveikts paveikti paveikta paveiktais paveikto
    izdarīja izdarīts izdarīti izdarītais veica veikts veikti veikta veiktais pabeidza pabeigts pabeigti izgatavoja saražoja
    reģistrēja reģistrēts reģistrēta reģistrēti reģistrētas reģistrētais reģistrētās ziņoja paziņoja atskaite atskaites
    atskaitē atskaišu atskaitēs ieraksts ieraksta ieraksti ierakstu ierakstos daudzums daudzumi daudzumu apjoms apjomi
    apjomu vienība vienības vienību laiks laika laiki laiku stunda stundas stundu stundām diena dienā dienas dienu šodien
    vakar datums datuma datumā periods perioda periodā nedēļa nedēļā nedēļas mēnesis mēnesī mēneša objekts objekta objektā
    objekti objektu objektos vieta vietā vietas darbnīca darbnīcā uzņēmums uzņēmumā cilvēks cilvēka cilvēki cilvēku
    cilvēkiem darbinieks darbinieka darbinieki darbinieku darbiniekiem darbiniece darbinieces skaits skaita skaitu skaitā
    piezīme piezīmes piezīmē rakstīja uzrakstīja ierakstīja norādīja norādīts norādīti aprakstīja apraksts pašlaik tagad
    atvērti atvērtie dati datiem saskaņā pēc šādi šāds šāda tabula tabulā sarakstā saraksts`,
  lt: `ir bei taip pat su iš nuo iki per prie apie pagal kaip kas kuris kuri kurie kurios kur ką šis ši šio šios šiame šioje
    čia tai tas ta to tą tie tos ten jis ji jie jos jo jų tada buvo yra būti viso bendrai bendras bendra bendros suma
    dirbo dirba dirbęs dirbusi dirbta išdirbo išdirbta išdirbtos darbas darbo darbą darbai darbus darbų darbe darbuose
    atliko atlikta atlikti atliktas atliktos atliktų atliktus padarė padaryta padaryti pagamino pagaminta baigė baigta
    nurodė nurodyta nurodyti pranešė užregistravo užregistruota užregistruotas užregistruotos užregistruoti užfiksavo
    užfiksuota ataskaita ataskaitos ataskaitą ataskaitų ataskaitoje ataskaitose įrašas įrašo įrašai įrašų įrašuose kiekis
    kiekio kiekiai kiekį kiekių vienetas vienetai vienetų laikas laiko laikai laiką laiku valanda valandos valandų valandas
    diena dieną dienos dienų šiandien vakar data datos laikotarpis laikotarpio laikotarpį laikotarpiu savaitė savaitę
    savaitės mėnuo mėnesį mėnesio objektas objekto objekte objektai objektų objektuose vieta vietoje vietos dirbtuvės
    dirbtuvėse įmonė įmonėje žmogus žmogaus žmonės žmonių žmonėms darbuotojas darbuotojo darbuotojai darbuotojų
    darbuotojams darbuotoja darbuotojos skaičius skaičiaus skaičių pastaba pastabos pastabą pastaboje rašė parašė įrašė
    aprašė aprašymas šiuo metu dabar atviri duomenys duomenis duomenų tokia toks lentelė lentelėje sąrašas sąraše`,
  pl: `i oraz a z ze od do w we na o po za przy u wraz jak co kto gdzie który która które którzy których ten ta to te ci tej
    tym tego tych tam tu tutaj on ona ono oni one jego jej ich też także również wtedy był była było byli były jest są być
    łącznie ogółem suma sumie łączny łączna łączne pracował pracowała pracowali pracowały pracuje pracują przepracował
    przepracowała przepracowali przepracowały przepracowano praca pracy pracę prace prac wykonał wykonała wykonali wykonały
    wykonano wykonane wykonanej wykonana zrobił zrobiła zrobili zrobiono wyprodukował wyprodukowano ukończył ukończyła
    ukończono zgłosił zgłosiła zgłosili zgłoszono zgłoszone zgłoszona zapisał zapisała zapisano zapisane zarejestrował
    zarejestrowała zarejestrowano zarejestrowane zanotował zanotowała zanotowano raport raportu raporty raportów raporcie
    raportach wpis wpisu wpisy wpisów wpisach ilość ilości liczba liczby liczbę jednostka jednostki jednostek czas czasu
    czasy czasie godzina godziny godzin godzinach dzień dnia dniu dni dziś dzisiaj wczoraj data daty okres okresu okresie
    tydzień tygodnia tygodniu miesiąc miesiąca miesiącu lokalizacja lokalizacji lokalizacje lokalizację lokalizacjach
    miejsce miejsca miejscu warsztat warsztacie firma firmie osoba osoby osób osobom pracownik pracownika pracownicy
    pracowników pracownica pracownicy uwaga uwagi uwagę uwadze notatka notatki napisał napisała podał podała podano opisał
    opisała opis obecnie teraz otwarte dane danych według następująco tabela tabeli lista liście`,
};
