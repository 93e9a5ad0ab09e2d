import type { Handlers } from '#server/platform/http/handler.ts';
import { getUserData, ownTimeFile } from './own-data.service.ts';

export const ownDataHandlers = {
  getUserData: (context, { query }) => (query.format === 'csv' ? ownTimeFile(context) : getUserData(context)),
} satisfies Partial<Handlers>;
