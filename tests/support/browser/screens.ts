/* Every page of the product: who looks at it, and what its address needs. */
import { PATHS, type PageName, type PathParams } from '#domain/paths.ts';
import { isSitePage } from '#domain/site.ts';

/** Ids of what the pages show. `month` is `yyyy-MM`. */
export type Shown = { location: string; person: string; message: string; month: string };

export type Screen = {
  name: PageName;
  who: 'visitor' | 'admin' | 'employee';
  params(shown: Shown): PathParams;
};

const OF_VISITORS: PageName[] = [
  ...(['auth', 'resetPassword', 'invitation', 'restoreCompany'] as const),
  ...(['confirmEmail', 'undoEmailChange', 'stopReports', 'kiosk', 'display', 'board'] as const),
];

const OF_EMPLOYEES: PageName[] = [
  ...(['employee', 'timeTracking', 'message', 'scan'] as const),
  ...(['workReports', 'myHours', 'myMonth', 'mySchedule'] as const),
];

function whoOpens(name: PageName): Screen['who'] {
  if (isSitePage(name) || OF_VISITORS.includes(name)) return 'visitor';
  return OF_EMPLOYEES.includes(name) ? 'employee' : 'admin';
}

/** Each page once, also those that are added later. */
export const SCREENS: Screen[] = (Object.keys(PATHS) as PageName[]).map((name) => ({
  name,
  who: whoOpens(name),
  params: ({ location, person, message, month }) => ({
    id: name === 'locationPoster' ? location : name === 'person' ? person : message,
    month,
  }),
}));
