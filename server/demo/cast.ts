/** What a demo company is made from. All people are invented; their addresses end in a reserved domain. */
import type { Role } from '#contract/policy.ts';
import type { Country } from '#domain/holidays.ts';
import type { Language } from '#domain/languages.ts';
import type { WorkUnit } from '#domain/work-units.ts';

export type Shift = 'office' | 'day' | 'early' | 'late' | 'night';

/** Offices have no schedule. */
export type PlannedShift = Exclude<Shift, 'office'>;

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

export type LocationKey = 'sawmill' | 'joinery' | 'warehouse' | 'site' | 'office';

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

export type Letter = {
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

/** A worker who stayed longer than the last entry says, and asks for a correction. */
type Request = { of: string; minutes: number; reason: string };

export type Cast = {
  companyId: string;
  name: string;
  registrationNo: string;
  phone: string;
  address: string;
  /** Of e-mail addresses. */
  domain: string;
  timeZone: string;
  language: Language;
  country: Country;
  /** Fixed, so that a poster printed from the demo still works after the history was recreated. */
  seed: number;
  /** Whatever the time of day. */
  minPeopleAtWork: number;
  /** The first is the owner, the second the person whose phone the demo suggests to try. */
  people: readonly [Person, Person, ...Person[]];
  locations: Partial<Record<LocationKey, Location>>;
  /** Work reports of people who write in another language. */
  tasksIn: Partial<Record<Language, Task[]>>;
  /** What work reports say besides. */
  notes: readonly string[];
  requests: readonly Request[];
  /** Recent messages of the owner and the manager, oldest first; the worker is the person whose phone the demo suggests. */
  letters: readonly Letter[];
  /** Name and code of each shift that is planned. */
  shiftKinds: Record<PlannedShift, { name: string; code: string }>;
  /** Why the worker's schedule was changed late. */
  scheduleChange: string;
  /** On-call time in the month that is finished: the person's index, a day of the month, and the minute at which it begins. */
  onCall: readonly {
    code: string;
    person: number;
    day: number;
    begins: number;
    hours: number;
    place: string;
  }[];
};
