import { expect, it } from 'vitest';
import { ROLES } from '#contract/policy.ts';
import { adminPages, barePages } from './admin-pages.ts';
import { hasPage } from './pages.ts';
import type { PageHandle } from './root.tsx';

it('every page behind the guard is some role’s and not everybody’s, and administrators have all of them', () => {
  const pages = [...adminPages, ...barePages].map(({ handle }) => (handle as PageHandle).page);
  expect(pages.length).toBeGreaterThan(10);
  for (const page of pages) {
    const roles = ROLES.filter((role) => hasPage(role, page));
    expect(roles, page).toContain('admin');
    expect(roles, page).not.toContain('employee');
  }
});

it('managers have the pages of their locations, accountants those of the months', () => {
  const pages = [
    'dashboard',
    'rollCall',
    'corrections',
    'crew',
    'reports',
    'absences',
    'schedule',
    'settings',
  ];
  expect(pages.filter((page) => hasPage('manager', page))).toEqual(pages.slice(0, 7));
  expect(pages.filter((page) => hasPage('accountant', page))).toEqual(['reports', 'absences', 'schedule']);
});
