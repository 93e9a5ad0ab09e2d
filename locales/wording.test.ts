import { expect, it } from 'vitest';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import { faultsOf, TERM_RULES } from './wording.ts';

it.each<[Language, string, RegExp]>([
  ['en', 'Choose "Print" now', /quotation marks/],
  ['en', 'Choose „Print”', /quotation marks/],
  ['lv', 'Atveriet “Objekti”', /quotation marks/],
  ['lv', 'Atveriet „Objekti“', /quotation marks/],
  ['lt', 'Atverkite „Objektai”', /quotation marks/],
  ['pl', 'Otwórz „Lokalizacje“', /quotation marks/],
  ['pl', 'Otwórz „Lokalizacje', /quotation marks/],
  ['en', "The phone's clock", /apostrophe/],
  ['en', 'The phone‘s clock', /apostrophe/],
  ['en', 'Saving...', /one sign/],
  ['pl', 'Usuń firmę...', /one sign/],
  ['lt', 'Dirbta {{hours}} val.', /no-break space/],
  ['en', 'Delete “{{name}}”?', /round a name/],
  ['lt', 'Įmonė „{{company}}“ ištrinta', /round a name/],
])('%s: %s is a fault', (language, text, fault) => {
  expect(faultsOf(language, 'area:key', text)).toEqual([expect.stringMatching(fault)]);
});

it.each<[Language, string]>([
  ['en', 'Choose “Start free”: the company’s account…'],
  ['lv', 'Atveriet „Objekti” un izvēlieties „Pievienot objektu”…'],
  ['lt', 'Planas „{{plan}}“ sistemoje „{{product}}“'],
  ['pl', 'Żadna nazwa nie pasuje do „{{search}}”.'],
])('%s: %s is none', (language, text) => {
  expect(faultsOf(language, 'area:key', text)).toEqual([]);
});

/** For each rule of TERM_RULES, in its order, a text as it once was. */
const planted: Record<Language, [key: string, text: string][]> = {
  en: [
    ['company:text', 'For everybody in the company.'],
    ['errors:left_in_future', 'The time you left cannot be in the future.'],
    ['auth:tabs.login', 'Log in'],
    ['mail:email', 'E-mail'],
    ['roll-call:title', 'Roll-call'],
    ['mail:digestSubject', 'Daily digest of the working-time ledger: {{company}}'],
    ['account:sessions.endAllText', 'Your account is closed on every device, this one too.'],
    ['corrections:reject.estimate', 'Without an end the entry counts no hours.'],
    ['site:footer.help', 'Help center'],
    ['account:profile.personalNumber', 'Personal number'],
    ['auth-steps:code.help', 'Neither at hand?'],
    ['ai-reports:generate', 'Generate Report'],
  ],
  lv: [
    ['account:sessions.endAllText', 'Konts tiks aizvērts visās ierīcēs, arī šajā.'],
    ['corrections:reject.estimate', 'Bez beigām ieraksta stundas netiks skaitītas.'],
    ['company:fields.retentionStarts.departure', 'darbinieka aiziešanas (Polijas likums)'],
    ['corrections:missing.title', 'Trūkst aiziešanas'],
    ['mail:greeting', 'Labdien! Šī e-vēstule ir adresēta: {{firstName}}.'],
    ['dashboard:employee.notWorking', 'Darbs nav sākts'],
    ['nav:signOut', 'Iziet'],
    ['reports:months.unlock', 'Atbloķēt'],
    ['reports:months.questions', 'Neizlemtie jautājumi'],
    ['own-time:answer.confirm', 'Piekrist mēnesim'],
    ['corrections:title', 'Jāpievērš uzmanība'],
    ['mail:digestSubject', 'Darba laika žurnāla dienas kopsavilkums: {{company}}'],
    ['roll-call:asOf', 'Stāvoklis: {{time}}'],
    ['privacy-notice:model', 'atskaites veido noteiktas kārtulas'],
    ['company:privacy.text', 'fakti jūsu paša paziņojumam'],
    ['company:code.text', 'Ar to Jūs pierakstāties'],
    ['account:profile.personalNumber', 'Personas numurs'],
    ['month-export:issuesInTable', 'Nav algu uzskaites numura'],
    ['company:kiosks.add', 'Savienot ierīci'],
    ['sheets:settlement', 'Norēķina periods'],
    ['reports:tabs.overview', 'Pārskats'],
    ['nfc:failed.NotAllowedError', 'Šai pārlūkprogrammai nav atļauts izmantot NFC.'],
    ['mail:reportStop', 'Vairs nesūtīt šos e-pastus'],
    ['dashboard:admin.aiReport', 'AI atskaite'],
  ],
  lt: [
    ['account:sessions.endAllText', 'Paskyra bus uždaryta visuose įrenginiuose, ir šiame.'],
    ['corrections:reject.estimate', 'Be pabaigos šio įrašo valandos nebus skaičiuojamos.'],
    ['company:fields.retentionStarts.departure', 'darbuotojo išėjimo (Lenkijos teisė)'],
    ['corrections:missing.title', 'Trūksta išvykimo'],
    ['mail:greeting', 'Sveiki! Šis el. laiškas skirtas: {{firstName}}.'],
    ['dashboard:employee.notWorking', 'Darbas nepradėtas'],
    ['time-tracking:saved.unknown', 'Skenavimas'],
    ['privacy-notice:sessions', 'Seansai: 30 dienų'],
    ['own-time:answer.confirm', 'Sutikti su mėnesiu'],
    ['corrections:title', 'Reikia dėmesio'],
    ['mail:digestSubject', 'Darbo laiko žurnalo dienos suvestinė: {{company}}'],
    ['roll-call:asOf', 'Būklė: {{time}}'],
    ['roll-call:title', 'Esančiųjų patikra'],
    ['privacy-notice:account', 'Slaptažodis saugomas tik kaip kriptografinė maiša.'],
    ['employees:choose.left', 'vaidmenį, kuriam reikia Jūsų slaptažodžio'],
    ['company:code.title', 'Įmonės kodas'],
    ['mail:confirmCompanyBody', 'Įmonė užregistruota sistemoje {{product}}'],
    ['employees:choose.deactivate', 'Išaktyvinti'],
    ['overview:norm.worked', 'Išdirbta'],
    ['person:absences.title', 'Nebuvimas darbe'],
    ['dashboard:admin.aiReport', 'AI ataskaita'],
  ],
  pl: [
    ['account:sessions.endAllText', 'Konto zostanie zamknięte na wszystkich urządzeniach, także na tym.'],
    ['corrections:reject.estimate', 'Bez końca godziny tego wpisu nie będą się liczyć.'],
    ['company:fields.retentionStarts.departure', 'odejścia pracownika (prawo polskie)'],
    ['corrections:missing.title', 'Brak wyjścia'],
    ['mail:greeting', 'Dzień dobry! Odbiorca wiadomości: {{firstName}}.'],
    ['dashboard:employee.notWorking', 'Praca nierozpoczęta'],
    ['roll-call:title', 'Lista obecności'],
    ['time-tracking:scanner.label', 'Kamera'],
    ['time-tracking:outbox.refusedText', 'Proszę poprosić administratora o poprawienie godzin.'],
    ['mail:signIn', 'Mogą się Państwo zalogować'],
    ['mail:digestHash', 'Skrót (SHA-256)'],
    ['site-legal:why', 'nasz uzasadniony interes'],
    ['reports:marks.corrected', 'Skorygowany'],
    ['account:profile.personalNumber', 'Numer osobisty'],
    ['employment:payrollNo', 'Numer płacowy'],
    ['report-files:total', '{{hours}}h, liczba osób: {{people}}'],
    ['overview:norm.norm', 'Norma'],
    ['time-entries:edit.done', 'Wpis czasu pracy zmieniono'],
    ['absences:ask.done', 'Wniosek wysłany'],
  ],
};

it.each(LANGUAGES)('%s: every rule finds what it is there for', (language) => {
  const found = planted[language].map(([key, text]) => faultsOf(language, key, text));
  expect(found).toEqual(
    TERM_RULES[language].map(({ write }) => [expect.stringContaining(`, but: ${write}`)]),
  );
});

it.each<[Language, string, string]>([
  ['en', 'site-legal:terms', 'You cannot resell the service.'],
  ['en', 'auth:login.failed', 'Login failed'],
  ['lv', 'reports:tabs.daily-summaries', 'Dienas kopsavilkumi'],
  ['lv', 'mail:entryChangedBody', 'Ja nepiekrītat, varat pieprasīt labojumu.'],
  ['lv', 'mail:missingCheckOutBody', 'Nav norādīts, kad aizgājāt'],
  ['lt', 'privacy-notice:rights', 'Nesutikimas'],
  ['pl', 'site:meta.landing.keywords', 'kod QR, lista obecności'],
  ['pl', 'company:saved', 'Zapisano ustawienia'],
  ['pl', 'company:unsaved', 'Jeszcze nie zapisano'],
  ['pl', 'account:title', 'Twoje konto'],
  ['pl', 'employees:invitation.badges.sent', 'Zaproszenie wysłane'],
  ['pl', 'account:secondFactor.done', 'Kody są zapisane'],
  ['lt', 'sign-up:companyRegistrationNo', 'Įmonės kodas'],
  ['en', 'mail:correctionDigestBody', 'Please decide on them under “Needs attention”.'],
])('%s, %s: %s may be said', (language, key, text) => {
  expect(faultsOf(language, key, text)).toEqual([]);
});
