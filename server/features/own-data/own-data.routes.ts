import type { Handlers } from '#server/platform/http/bind.ts';
import { getUserData } from './own-data.service.ts';

export const ownDataHandlers: Handlers<'getUserData'> = {
  getUserData: (context) => getUserData(context),
};
