import type { Employee, ListedEmployee } from '#contract/employees.ts';
import { ROLES } from '#contract/policy.ts';
import { byFullName } from '#domain/names.ts';
import { useAddressParams } from '#web/forms/search-params.ts';
import { useLanguage } from '#web/i18n/language.ts';

export const SHOWN = ['at-work', 'invited', 'inactive'] as const;
export const SORTS = ['name', 'checkIn', 'role', 'state'] as const;
type Shown = (typeof SHOWN)[number];
export type SortBy = (typeof SORTS)[number];

/** Whether somebody was given a link or a password and has not signed in. */
export const isAwaited = ({ isActive, invitation: { state } }: Employee) =>
  isActive && state !== 'none' && state !== 'accepted';

const TESTS: Record<Shown, (employee: ListedEmployee) => boolean> = {
  'at-work': ({ lastEntry }) => lastEntry?.isOpen === true,
  invited: isAwaited,
  inactive: ({ isActive }) => !isActive,
};

/** At work, others who come in, those who have not come yet, inactive ones. */
const stateOf = (employee: ListedEmployee) =>
  TESTS.inactive(employee) ? 3 : TESTS.invited(employee) ? 2 : TESTS['at-work'](employee) ? 0 : 1;

const known = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((one) => one === value);

/** The filters and the order of the list, which stand in the address. */
export function useEmployeeFilters() {
  const names = byFullName(useLanguage());
  const [params, set] = useAddressParams();
  const shown = known(SHOWN, params.get('show'));
  const role = known(ROLES, params.get('role'));
  const location = params.get('location');
  const [, sign, column = null] = /^(-?)(\w+)$/.exec(params.get('sort') ?? '') ?? [];
  const sort = known(SORTS, column) ?? 'name';
  const isDescending = sign === '-';
  const by: Record<SortBy, (a: ListedEmployee, b: ListedEmployee) => number> = {
    name: () => 0,
    checkIn: (a, b) => (a.lastEntry?.checkIn ?? '').localeCompare(b.lastEntry?.checkIn ?? ''),
    role: (a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role),
    state: (a, b) => stateOf(a) - stateOf(b),
  };
  return {
    shown,
    role,
    location,
    sort,
    isDescending,
    setShown: (value: string) => set({ show: value }),
    setRole: (value: string) => set({ role: value }),
    setLocation: (value: string) => set({ location: value }),
    setSort: (value: SortBy, descending: boolean) =>
      set({ sort: value === 'name' && !descending ? null : `${descending ? '-' : ''}${value}` }),
    clear: () => set({ show: null, role: null, location: null, q: null }),
    filter:
      shown || role || location
        ? (employee: ListedEmployee) =>
            (!shown || TESTS[shown](employee)) &&
            (!role || employee.role === role) &&
            (!location || employee.lastEntry?.location.id === location)
        : undefined,
    order: (a: ListedEmployee, b: ListedEmployee) =>
      (by[sort](a, b) || names(a, b)) * (isDescending ? -1 : 1),
  };
}
export type EmployeeFilters = ReturnType<typeof useEmployeeFilters>;
