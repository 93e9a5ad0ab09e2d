import type { Handlers } from '#server/platform/http/handler.ts';
import { getUserData } from './own-data.service.ts';

export const ownDataHandlers = {
  getUserData: (context) => getUserData(context),
} satisfies Partial<Handlers>;
