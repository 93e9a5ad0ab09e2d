/** Who works in the demo company, where, when and at what. Invented people; the address ends in a reserved name. */
import type { Language } from '#domain/languages.ts';
import type { WorkUnit } from '#domain/work-units.ts';

export type Shift = 'office' | 'day' | 'early' | 'late' | 'night';

/** Local time of day at which a shift begins, and its length in minutes. */
export const SHIFTS: Record<Shift, { start: string; minutes: number }> = {
  office: { start: '09:00', minutes: 510 },
  day: { start: '08:00', minutes: 510 },
  early: { start: '06:00', minutes: 480 },
  late: { start: '14:00', minutes: 480 },
  night: { start: '22:00', minutes: 480 },
};

/** `from` and `to` are what a whole shift brings; hours are what the task itself takes. */
export type Task = { units: WorkUnit; from: number; to: number; description: string };

export type Place = { name: string; address: string; description: string; tasks: Task[] };

export const PLACES = {
  sawmill: {
    name: 'Zāģētava, Ogre',
    address: 'Brīvības iela 112, Ogre',
    description: 'Divas līnijas, darbs trīs maiņās',
    tasks: [
      { units: 'm', from: 180, to: 640, description: 'Dēļu zāģēšana, 1. līnija' },
      { units: 'm', from: 150, to: 520, description: 'Brusu ēvelēšana' },
      { units: 'pcs', from: 40, to: 160, description: 'Paletes sakrautas žāvēšanai' },
      { units: 'hours', from: 0.5, to: 2, description: 'Zāģa asmeņu maiņa un regulēšana' },
    ],
  },
  joinery: {
    name: 'Galdniecība, Rīga',
    address: 'Ganību dambis 24a, Rīga',
    description: 'Logi, durvis un kāpnes pēc pasūtījuma',
    tasks: [
      { units: 'pcs', from: 2, to: 9, description: 'Logu rāmji salīmēti' },
      { units: 'pcs', from: 1, to: 6, description: 'Durvju vērtnes slīpētas un eļļotas' },
      { units: 'm2', from: 4, to: 22, description: 'Virsmu lakošana' },
      { units: 'hours', from: 1, to: 4, description: 'Kāpņu montāžas sagatave' },
    ],
  },
  warehouse: {
    name: 'Noliktava, Salaspils',
    address: 'Miera iela 31, Salaspils',
    description: 'Iekraušana no 6.00, vārti B',
    tasks: [
      { units: 'deliveries', from: 2, to: 9, description: 'Kravas nosūtītas klientiem' },
      { units: 'orders', from: 5, to: 24, description: 'Pasūtījumi komplektēti' },
      { units: 'kg', from: 300, to: 2400, description: 'Skaidu granulas iesvērtas maisos' },
    ],
  },
  site: {
    name: 'Objekts „Priedaine”, Jūrmala',
    address: 'Kāpu iela 7, Jūrmala',
    description: 'Trīs koka māju karkasi, ieeja no Kāpu ielas',
    tasks: [
      { units: 'm2', from: 8, to: 46, description: 'Jumta latojums' },
      { units: 'm2', from: 10, to: 60, description: 'Sienu paneļi samontēti' },
      { units: 'pcs', from: 3, to: 14, description: 'Spāres uzstādītas' },
      { units: 'hours', from: 0.5, to: 3, description: 'Objekta sakārtošana' },
    ],
  },
  office: {
    name: 'Birojs, Rīga',
    address: 'Brīvības gatve 214, Rīga',
    description: '3. stāvs, 305. kabinets',
    tasks: [{ units: 'tasks', from: 2, to: 11, description: 'Piedāvājumi un rēķini' }],
  },
} as const satisfies Record<string, Place>;
export type PlaceKey = keyof typeof PLACES;

/** What people who write their reports in another language say. */
export const TASKS_IN: Partial<Record<Language, Task[]>> = {
  lt: [
    { units: 'm2', from: 8, to: 40, description: 'Stogo grebėstai' },
    { units: 'hours', from: 0.5, to: 3, description: 'Objekto tvarkymas' },
  ],
  pl: [
    { units: 'm2', from: 8, to: 40, description: 'Montaż paneli ściennych' },
    { units: 'pcs', from: 2, to: 12, description: 'Krokwie zamontowane' },
  ],
};

export type Person = {
  firstName: string;
  lastName: string;
  place: PlaceKey;
  /** `rotating` changes early, late and night by the week. */
  shift: Shift | 'rotating';
  role?: 'admin';
  /** Null follows the company's language. */
  language?: Language;
  /** Some days goes on to another place. */
  isMobile?: true;
  hiredDaysAgo?: number;
  /** Deactivated then. */
  leftDaysAgo?: number;
  mustChangePassword?: true;
};

/** The first is the owner, the second the one whose phone the demo suggests to try. */
export const PEOPLE: readonly [Person, Person, ...Person[]] = [
  { firstName: 'Anna', lastName: 'Bērziņa', place: 'office', shift: 'office', role: 'admin' },
  { firstName: 'Jānis', lastName: 'Ozols', place: 'site', shift: 'day', isMobile: true },
  { firstName: 'Mārtiņš', lastName: 'Liepa', place: 'office', shift: 'office', role: 'admin' },
  { firstName: 'Ilze', lastName: 'Jansone', place: 'office', shift: 'office' },
  { firstName: 'Pēteris', lastName: 'Kalniņš', place: 'sawmill', shift: 'rotating' },
  { firstName: 'Andris', lastName: 'Krūmiņš', place: 'sawmill', shift: 'rotating' },
  { firstName: 'Edgars', lastName: 'Balodis', place: 'sawmill', shift: 'night' },
  { firstName: 'Juris', lastName: 'Zariņš', place: 'sawmill', shift: 'night' },
  { firstName: 'Raivis', lastName: 'Pētersons', place: 'sawmill', shift: 'early' },
  { firstName: 'Gatis', lastName: 'Siliņš', place: 'sawmill', shift: 'early' },
  { firstName: 'Normunds', lastName: 'Kļaviņš', place: 'sawmill', shift: 'late' },
  { firstName: 'Līga', lastName: 'Vītola', place: 'joinery', shift: 'day' },
  { firstName: 'Kristīne', lastName: 'Eglīte', place: 'joinery', shift: 'day' },
  { firstName: 'Aigars', lastName: 'Dzenis', place: 'joinery', shift: 'day', isMobile: true },
  { firstName: 'Ģirts', lastName: 'Ābols', place: 'joinery', shift: 'late' },
  { firstName: 'Sanita', lastName: 'Ozoliņa', place: 'warehouse', shift: 'early' },
  { firstName: 'Inese', lastName: 'Saulīte', place: 'warehouse', shift: 'day' },
  { firstName: 'Toms', lastName: 'Freimanis', place: 'warehouse', shift: 'late', isMobile: true },
  { firstName: 'Rihards', lastName: 'Strazdiņš', place: 'site', shift: 'day', isMobile: true },
  { firstName: 'Baiba', lastName: 'Upīte', place: 'site', shift: 'day' },
  { firstName: 'Tomas', lastName: 'Kazlauskas', place: 'site', shift: 'day', language: 'lt' },
  { firstName: 'Rūta', lastName: 'Petrauskienė', place: 'warehouse', shift: 'early', language: 'lt' },
  { firstName: 'Piotr', lastName: 'Wiśniewski', place: 'site', shift: 'day', language: 'pl', isMobile: true },
  { firstName: 'Uldis', lastName: 'Priede', place: 'joinery', shift: 'day', leftDaysAgo: 34 },
  {
    firstName: 'Elīna',
    lastName: 'Krasta',
    place: 'joinery',
    shift: 'day',
    hiredDaysAgo: 1,
    mustChangePassword: true,
  },
];
