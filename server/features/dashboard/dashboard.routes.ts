import type { Handlers } from '#server/platform/http/bind.ts';
import { getAdminStats, getDashboardLocations, getEmployeeStats } from './dashboard.service.ts';

export const dashboardHandlers: Handlers<'getDashboardStats' | 'getDashboardLocations'> = {
  getDashboardStats: (context, { query }) =>
    context.scope.kind !== 'own' && query.as !== 'employee'
      ? getAdminStats(context)
      : getEmployeeStats(context),
  getDashboardLocations: (context) => getDashboardLocations(context),
};
