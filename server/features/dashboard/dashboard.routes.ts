import { serve } from '#server/platform/http/bind.ts';
import {
  getAdminStats,
  getBoard,
  getDashboardLocations,
  getEmployeeStats,
  getKioskBoard,
  getTimeline,
} from './dashboard.service.ts';

export const dashboardHandlers = serve({
  getDashboardStats: (context, { query }) =>
    context.scope.kind !== 'own' && query.as !== 'employee'
      ? getAdminStats(context)
      : getEmployeeStats(context),
  getDashboardLocations: (context) => getDashboardLocations(context),
  getTimeline: (context, { query }) => getTimeline(context, query.date),
  getBoard: (context, { query }) => getBoard(context, query.locationId),
  getKioskBoard: (context) => getKioskBoard(context),
});
