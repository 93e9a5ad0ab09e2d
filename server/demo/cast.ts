/**
 * The people, locations, shifts and tasks of the demo company. All invented; the addresses end in a reserved domain.
 */
import type { Role } from '#contract/policy.ts';
import type { Language } from '#domain/languages.ts';
import type { WorkUnit } from '#domain/work-units.ts';

export type Shift = 'office' | 'day' | 'early' | 'late' | 'night';

/** Local time at which a shift begins, and its length in minutes. */
export const SHIFTS: Record<Shift, { start: string; minutes: number }> = {
  office: { start: '09:00', minutes: 510 },
  day: { start: '08:00', minutes: 510 },
  early: { start: '06:00', minutes: 480 },
  late: { start: '14:00', minutes: 480 },
  night: { start: '22:00', minutes: 480 },
};

/** `from` and `to` are the quantity of a whole shift; hours are the duration of the task itself. */
export type Task = { units: WorkUnit; from: number; to: number; description: string };

export type Location = {
  name: string;
  address: string;
  description: string;
  position: string;
  tasks: Task[];
};

export const LOCATIONS = {
  sawmill: {
    name: 'Zāģētava, Ogre',
    address: 'Brīvības iela 112, Ogre',
    description: 'Divas līnijas, darbs trīs maiņās',
    position: 'Zāģera operators',
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
    position: 'Galdnieks',
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
    position: 'Noliktavas darbinieks',
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
    position: 'Būvgaldnieks',
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
    position: 'Biroja administrators',
    tasks: [{ units: 'tasks', from: 2, to: 11, description: 'Piedāvājumi un rēķini' }],
  },
} as const satisfies Record<string, Location>;
export type LocationKey = keyof typeof LOCATIONS;

/** Work reports of people who write in another language. */
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
  location: LocationKey;
  /** `rotating` changes weekly between early, late and night shift. */
  shift: Shift | 'rotating';
  /** A manager has the location where they work. */
  role?: Role;
  /** Null follows the company's language. */
  language?: Language;
  /** On some days moves on to another location. */
  isMobile?: true;
  hiredDaysAgo?: number;
  /** Deactivated after this. */
  leftDaysAgo?: number;
  mustChangePassword?: true;
  /** Works half of the shift, twenty hours a week. */
  isPartTime?: true;
};

/** The first is the owner, the second the person whose phone the demo suggests to try. */
export const PEOPLE: readonly [Person, Person, ...Person[]] = [
  { firstName: 'Anna', lastName: 'Bērziņa', location: 'office', shift: 'office', role: 'admin' },
  { firstName: 'Jānis', lastName: 'Ozols', location: 'site', shift: 'day', isMobile: true },
  { firstName: 'Mārtiņš', lastName: 'Liepa', location: 'office', shift: 'office', role: 'admin' },
  { firstName: 'Ilze', lastName: 'Jansone', location: 'office', shift: 'office', role: 'accountant' },
  { firstName: 'Pēteris', lastName: 'Kalniņš', location: 'sawmill', shift: 'rotating' },
  { firstName: 'Andris', lastName: 'Krūmiņš', location: 'sawmill', shift: 'rotating' },
  { firstName: 'Edgars', lastName: 'Balodis', location: 'sawmill', shift: 'night' },
  { firstName: 'Juris', lastName: 'Zariņš', location: 'sawmill', shift: 'night' },
  { firstName: 'Raivis', lastName: 'Pētersons', location: 'sawmill', shift: 'early' },
  { firstName: 'Gatis', lastName: 'Siliņš', location: 'sawmill', shift: 'early' },
  { firstName: 'Normunds', lastName: 'Kļaviņš', location: 'sawmill', shift: 'late' },
  { firstName: 'Līga', lastName: 'Vītola', location: 'joinery', shift: 'day' },
  { firstName: 'Kristīne', lastName: 'Eglīte', location: 'joinery', shift: 'day', role: 'manager' },
  { firstName: 'Aigars', lastName: 'Dzenis', location: 'joinery', shift: 'day', isMobile: true },
  { firstName: 'Ģirts', lastName: 'Ābols', location: 'joinery', shift: 'late' },
  { firstName: 'Sanita', lastName: 'Ozoliņa', location: 'warehouse', shift: 'early' },
  { firstName: 'Inese', lastName: 'Saulīte', location: 'warehouse', shift: 'day', isPartTime: true },
  { firstName: 'Toms', lastName: 'Freimanis', location: 'warehouse', shift: 'late', isMobile: true },
  { firstName: 'Rihards', lastName: 'Strazdiņš', location: 'site', shift: 'day', isMobile: true },
  { firstName: 'Baiba', lastName: 'Upīte', location: 'site', shift: 'day' },
  { firstName: 'Tomas', lastName: 'Kazlauskas', location: 'site', shift: 'day', language: 'lt' },
  { firstName: 'Rūta', lastName: 'Petrauskienė', location: 'warehouse', shift: 'early', language: 'lt' },
  {
    firstName: 'Piotr',
    lastName: 'Wiśniewski',
    location: 'site',
    shift: 'day',
    language: 'pl',
    isMobile: true,
  },
  { firstName: 'Uldis', lastName: 'Priede', location: 'joinery', shift: 'day', leftDaysAgo: 34 },
  {
    firstName: 'Elīna',
    lastName: 'Krasta',
    location: 'joinery',
    shift: 'day',
    hiredDaysAgo: 1,
    mustChangePassword: true,
  },
];

type Letter = {
  from: 'owner' | 'manager';
  to: 'everyone' | 'worker' | LocationKey;
  daysAgo: number;
  /** Local time of day. */
  at: string;
  isAnnouncement?: true;
  /** The share of recipients who have opened it. */
  readBy: number;
  subject: string;
  content: string;
};

/**
 * Recent messages of the owner and the manager, oldest first; the worker is the person whose phone the demo suggests.
 */
export const LETTERS: readonly Letter[] = [
  {
    from: 'owner',
    to: 'everyone',
    daysAgo: 19,
    at: '08:12',
    isAnnouncement: true,
    readBy: 1,
    subject: 'Jauni darba apģērbi',
    content:
      'Labdien!\n\nNo pirmdienas noliktavā Salaspilī var saņemt jaunās jakas un cimdus. Izmērus, lūdzu, norādiet Inesei.\n\nAnna',
  },
  {
    from: 'manager',
    to: 'sawmill',
    daysAgo: 9,
    at: '15:40',
    readBy: 0.85,
    subject: '2. līnijas apkope ceturtdien',
    content:
      '2. līnija ceturtdien no 10.00 līdz 14.00 stāvēs. Pa to laiku, lūdzu, šķirojiet dēļus 3. novietnē.',
  },
  {
    from: 'manager',
    to: 'worker',
    daysAgo: 6,
    at: '16:55',
    readBy: 1,
    subject: 'Paldies par jumtu',
    content: 'Jāni, pasūtītājs ir ļoti apmierināts ar latojumu. Paldies!',
  },
  {
    from: 'manager',
    to: 'site',
    daysAgo: 2,
    at: '17:20',
    readBy: 0.6,
    subject: 'Rīt piegāde plkst. 8.30',
    content:
      'Rīt 8.30 atvedīs sienu paneļus. Lūdzu, atbrīvojiet vietu pie Kāpu ielas vārtiem un sagatavojiet stropes.',
  },
  {
    from: 'owner',
    to: 'everyone',
    daysAgo: 1,
    at: '09:05',
    isAnnouncement: true,
    readBy: 0.55,
    subject: 'Darba drošības instruktāža',
    content:
      'Kolēģi!\n\nNākamās nedēļas otrdienā plkst. 7.30 visos objektos būs ikgadējā darba drošības instruktāža. Tā ilgs pusstundu un ir darba laiks: atzīmējieties kā parasti.\n\nAnna',
  },
  {
    from: 'manager',
    to: 'worker',
    daysAgo: 1,
    at: '16:30',
    readBy: 0,
    subject: 'Spāru izmēri',
    content:
      'Jāni, lūdzu, rīt pirms montāžas pārmēri spāres: projektā ir labots slīpums. Jaunais rasējums ir vagoniņā.',
  },
];
